// @ts-check
/** The reader's preferences: faces, four colours, no motion. Mounted in `[data-kp-prefs]`. */
import { choose, prefs } from "../storage/prefs.js";
import { say } from "../ui/strings.js";

const CHOICES = [
  { name: "faces", value: "french" },
  { name: "faces", value: "german" },
  { name: "colours", value: "four" },
  { name: "motion", value: "off" },
];

/** @param {Element} place */
export function mountChoices(place) {
  const boxes = CHOICES.map(({ name, value }) => {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.addEventListener("change", () => {
      choose(name, box.checked ? value : "");
      show();
    });
    return box;
  });
  /** For two settings of one preference the last one counts. */
  const show = () => boxes.forEach((box, i) => (box.checked = prefs()[CHOICES[i].name] === CHOICES[i].value));
  show();
  place.replaceChildren(
    ...boxes.map((box, i) => {
      const label = document.createElement("label");
      label.className = "kp-pref";
      label.append(box, " ", say(`prefs.${CHOICES[i].name}.${CHOICES[i].value}`));
      return label;
    }),
  );
}
