/* The result's picture as a PNG: shared where the phone can do that, else saved. Without it the link opens the SVG. */
"use strict";
(() => {
  const link = document.getElementById("picture");
  const WIDTH = 1080,
    HEIGHT = 1350;

  async function drawn() {
    const image = new Image();
    image.src = link.href;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH;
    canvas.height = HEIGHT;
    canvas.getContext("2d").drawImage(image, 0, 0, WIDTH, HEIGHT);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    return new File([blob], link.dataset.name, { type: "image/png" });
  }

  function save(file) {
    const saved = document.createElement("a");
    saved.href = URL.createObjectURL(file);
    saved.download = file.name;
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), 60000);
  }

  /* A phone that takes the picture and then thinks better of it has had its answer; one that refuses it saves it. */
  async function share(file) {
    if (!navigator.canShare?.({ files: [file] })) return save(file);
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      if (error.name !== "AbortError") save(file);
    }
  }

  link.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      await share(await drawn());
    } catch {
      location.href = link.href;
    }
  });
})();
