// @ts-check
/** One live region for the whole site, outside of what is swapped: what happened is said once. */

/** @type {HTMLElement | null} */
let region = null;

/** Makes the region; it must stand in the page before it first speaks. */
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

/** @param {string} text plain text; nothing is said if it is empty */
export function announce(text) {
  if (!text) return;
  prepareToAnnounce();
  if (!region) return;
  // The same words again are no change to a screen reader: a space that does not break makes them one.
  text = text.replace(/\s+/g, " ").trim();
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
