// @ts-check
/** One live region for the whole site, outside of replaced content, so that each event is announced once. */

/** @type {HTMLElement | null} */
let region = null;

/** Creates the region; it must be in the page before its first message. */
export function prepareToAnnounce() {
  if (region?.isConnected) return;
  region = document.createElement("div");
  region.className = "kp-live";
  region.setAttribute("role", "status");
  Object.assign(region.style, {
    position: "absolute",
    width: "1px",
    height: "1px",
    overflow: "hidden",
    clipPath: "inset(50%)",
    whiteSpace: "nowrap",
  });
  document.body.append(region);
}

/** @param {string} text plain text; empty text is ignored */
export function announce(text) {
  if (!text) return;
  prepareToAnnounce();
  if (!region) return;
  // A repeated text is no change to a screen reader: a no-break space makes it one.
  text = text.replace(/\s+/g, " ").trim();
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
