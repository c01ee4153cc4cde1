/* The overlay is as large as its address says. */
"use strict";
document.documentElement.style.fontSize = `${document.currentScript.dataset.size}%`;
