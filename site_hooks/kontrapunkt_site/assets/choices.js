// @ts-check
/** What the reader may prefer: French faces in every game, four colours, no motion. Mounted in `[data-kp-prefs]`. */
import { choose, prefs } from "./prefs.js";
import { say } from "./strings.js";

const CHOICES = [
  { name: "faces", value: "french" },
  { name: "colours", value: "four" },
  { name: "motion", value: "off" },
];

/** @param {Element} place */
export function mountChoices(place) {
  place.replaceChildren(
    ...CHOICES.map(({ name, value }) => {
      const label = document.createElement("label");
      const box = document.createElement("input");
      label.className = "kp-pref";
      box.type = "checkbox";
      box.checked = prefs()[name] === value;
      box.addEventListener("change", () => choose(name, box.checked ? value : ""));
      label.append(box, " ", say(`prefs.${name}`));
      return label;
    }),
  );
}
