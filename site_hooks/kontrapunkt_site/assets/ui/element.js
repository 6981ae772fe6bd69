// @ts-check
/** Elements that scripts make. */

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * A button.
 *
 * @param {string} text what it says
 * @param {() => unknown} press
 * @param {Record<string, string>} [attributes] more of them, or a class of its own
 * @returns {HTMLButtonElement}
 */
export function button(text, press, attributes = {}) {
  const made = element("button", { type: "button", class: "kp-button", ...attributes }, text);
  made.addEventListener("click", () => press());
  return /** @type {HTMLButtonElement} */ (made);
}

/**
 * A table that may be scrolled sideways.
 *
 * @param {string} name the class of its box
 * @param {string} label what it shows
 * @param {string[]} columns what stands above them
 * @param {Element[]} rows
 * @param {...Element} before what the table begins with
 */
export function tableBox(name, label, columns, rows, ...before) {
  const head = element("tr", {}, ...columns.map((title) => element("th", { scope: "col" }, title)));
  const made = element("table", {}, ...before, element("thead", {}, head), element("tbody", {}, ...rows));
  return element("div", { class: name, tabindex: "0", role: "group", "aria-label": label }, made);
}

/**
 * Lets an element have its page to itself, or gives the page back: what stands beside it is not shown. By a class, as a
 * style sheet that asks every page what it has (`:has()`) has all widgets of a page styled anew at every click.
 *
 * @param {Element} place
 * @param {boolean} alone
 */
export function standAlone(place, alone) {
  for (const each of place.parentElement?.children ?? []) {
    if (each !== place) each.classList.toggle("kp-aside-now", alone);
  }
}
