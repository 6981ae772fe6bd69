// @ts-check
/** Helpers that create elements. */

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
 * Creates a button.
 *
 * @param {string} text its label
 * @param {() => unknown} press
 * @param {Record<string, string>} [attributes] further attributes, or another class
 * @returns {HTMLButtonElement}
 */
export function button(text, press, attributes = {}) {
  const made = element("button", { type: "button", class: "kp-button", ...attributes }, text);
  made.addEventListener("click", () => press());
  return /** @type {HTMLButtonElement} */ (made);
}

/**
 * Creates a table that may scroll sideways.
 *
 * @param {string} name the class of its box
 * @param {string} label its label
 * @param {string[]} columns the column headings
 * @param {Element[]} rows
 * @param {...Element} before first children of the table
 */
export function tableBox(name, label, columns, rows, ...before) {
  const head = element("tr", {}, ...columns.map((title) => element("th", { scope: "col" }, title)));
  const made = element("table", {}, ...before, element("thead", {}, head), element("tbody", {}, ...rows));
  return element("div", { class: name, tabindex: "0", role: "group", "aria-label": label }, made);
}

/**
 * Shows only one element of its page, or everything again. It uses a class, as a style sheet that tests the content
 * of pages (`:has()`) would restyle all widgets after every click.
 *
 * @param {Element} place
 * @param {boolean} alone
 */
export function standAlone(place, alone) {
  for (const each of place.parentElement?.children ?? []) {
    if (each !== place) each.classList.toggle("kp-aside-now", alone);
  }
}
