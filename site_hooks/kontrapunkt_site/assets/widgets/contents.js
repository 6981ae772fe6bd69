// @ts-check

/** The parts on which the size of a whole widget depends, by their class without `kp-` (`CONTENTS` in the renderer). */
const CONTENTS = [
  "ahead", "answer", "choices", "deeds", "end-slate", "few", "form", "game-kontra", "laid", "picks",
  "room-12", "room-4", "room-6", "room-8", "slate", "solving", "standing", "table-trick", "walk",
];

/** Tells the style sheets which parts a widget's body has. @param {HTMLElement} body */
export function noteContents(body) {
  const widget = /** @type {HTMLElement | null} */ (body.closest(".kp"));
  const has = CONTENTS.filter((name) => body.getElementsByClassName(`kp-${name}`).length).join(" ");
  if (widget && widget.dataset.has !== has) widget.dataset.has = has;
}
