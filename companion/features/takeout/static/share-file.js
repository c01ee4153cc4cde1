/* Hands a file to the phone's own sheet where that takes files; else the link saves it. */
"use strict";
for (const link of document.querySelectorAll("[data-share]"))
  link.addEventListener("click", async (event) => {
    const plain = new File([""], link.download, { type: "text/plain" });
    if (!navigator.canShare?.({ files: [plain] })) return;
    event.preventDefault();
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) throw answer;
      // As plain text: of JSON the sheets of some phones take no file.
      await navigator.share({ files: [new File([await answer.blob()], link.download, { type: "text/plain" })] });
    } catch (fault) {
      if (fault.name !== "AbortError") location.href = link.href;
    }
  });
