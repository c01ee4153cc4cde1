/* Makes a picture ready on the phone: smaller, encoded anew and stripped, so that nothing of the camera's notes leaves
   it; shows it, and sends it when that is tapped. On the page of a table's photographs. */
"use strict";
(() => {
  const form = document.getElementById("photo-form");
  if (!form) return;
  const { side, bytes, preparing, ready, sending, unreadable, offline, failed, preview } = form.dataset;
  const input = form.querySelector("[type=file]"),
    status = document.getElementById("photo-status"),
    button = form.querySelector("button"),
    QUALITIES = [0.85, 0.75, 0.65, 0.5, 0.4],
    SMALLER = 0.75;
  let chosen = 0, // counts, so that only the picture that was chosen last is shown
    picture = null;

  form.hidden = false;
  document.getElementById("photo-unscripted").remove();
  const say = (text, count = "") => (status.textContent = text.replace("#", count));

  function drawn(image, scale) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    const context = canvas.getContext("2d");
    context.fillStyle = "#fff"; // a JPEG has nothing to be seen through
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  }

  const encoded = (canvas, quality) => new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));

  /* Without the segments that are no part of the picture: Safari writes some of them into what it encodes. */
  function stripped(data) {
    const parts = [data.subarray(0, 2)];
    let at = 2;
    while (data[at] === 0xff && data[at + 1] !== 0xda) {
      const end = at + 2 + data[at + 2] * 256 + data[at + 3],
        kind = data[at + 1];
      if (!(kind > 0xe0 && kind <= 0xef) && kind !== 0xfe) parts.push(data.subarray(at, end));
      at = end;
    }
    return new Blob([...parts, data.subarray(at)], { type: "image/jpeg" });
  }

  async function made(file) {
    const image = await createImageBitmap(file, { imageOrientation: "from-image" });
    for (let scale = Math.min(1, side / Math.max(image.width, image.height)); ; scale *= SMALLER) {
      const canvas = drawn(image, scale);
      for (const quality of QUALITIES) {
        const blob = await encoded(canvas, quality),
          small = stripped(new Uint8Array(await blob.arrayBuffer()));
        if (small.size <= bytes) return { canvas, small };
      }
    }
  }

  input.addEventListener("change", async () => {
    const mine = ++chosen,
      [file] = input.files;
    picture = null;
    button.disabled = true;
    form.querySelector("canvas")?.remove();
    if (!file) return say("");
    say(preparing);
    try {
      const { canvas, small } = await made(file);
      if (mine !== chosen) return;
      picture = small;
      canvas.role = "img";
      canvas.ariaLabel = preview;
      status.after(canvas);
      say(ready, Math.ceil(small.size / 1024));
      button.disabled = false;
    } catch {
      if (mine === chosen) say(unreadable);
    }
  });

  function answered(request) {
    const next = request.getResponseHeader("HX-Redirect");
    if (request.status < 300 && next) return location.assign(next);
    button.disabled = false;
    const notice = new DOMParser().parseFromString(request.responseText, "text/html").querySelector("#notice p");
    say(notice?.textContent.trim() || failed);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!picture) return;
    const fields = new FormData(form),
      request = new XMLHttpRequest();
    fields.set("photo", picture, "photo.jpg");
    button.disabled = true;
    say(sending, 0);
    request.upload.onprogress = ({ loaded, total }) => say(sending, Math.floor((100 * loaded) / total));
    request.onload = () => answered(request);
    request.onerror = request.ontimeout = () => {
      button.disabled = false;
      say(offline);
    };
    request.open("POST", form.action);
    request.setRequestHeader("HX-Request", "true");
    request.send(fields);
  });
})();
