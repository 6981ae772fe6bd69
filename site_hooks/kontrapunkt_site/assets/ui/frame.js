// @ts-check
/** An embedding frame for another page, as text: `embed.js` in it adjusts its height. */

const HIGH = 640; // pixels, until the page around it gets the right height

/**
 * @param {string} link the address of the page
 * @param {string} id of the widget or lesson
 * @param {string} title its name for screen readers
 * @returns {string} HTML
 */
export function frameFor(link, id, title) {
  const address = new URL(link);
  address.search = new URLSearchParams({ embed: id }).toString();
  const frame = document.createElement("iframe");
  const named = { src: address.href, title, width: "100%", height: String(HIGH), style: "border:0", allow: "clipboard-write", loading: "lazy" };
  for (const [name, value] of Object.entries(named)) frame.setAttribute(name, value);
  return frame.outerHTML;
}
