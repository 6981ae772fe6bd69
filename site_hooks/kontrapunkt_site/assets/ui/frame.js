// @ts-check
/** A frame for a page elsewhere, as text to put there: what `embed.js` shows in it grows with what it holds. */

const HIGH = 640; // pixels, until the page around it hears how high it has to be

/**
 * @param {string} link the address of what is to be shown
 * @param {string} id of the widget or lesson
 * @param {string} title what it is called, for those who do not see it
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
