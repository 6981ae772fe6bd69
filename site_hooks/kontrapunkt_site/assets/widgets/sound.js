// @ts-check
/** Short sounds at the end of a trick and of a deal, for readers who have switched them on. */
import { choose, prefs } from "../storage/prefs.js";

/** Frequencies in hertz, one after the other; each tone lasts a tenth of a second. */
const TONES = { trick: [392], lost: [392, 330], won: [392, 494, 587] };
const LASTS = 0.1; // seconds
const LOUD = 0.06;

/** @type {AudioContext | null} */
let context = null;

/** Switches sounds on or off. */
export function toggleSound() {
  choose("sound", prefs().sound === "on" ? "" : "on");
  if (prefs().sound === "on") ring("trick");
}

/** @param {keyof typeof TONES} name */
export function ring(name) {
  context ??= new AudioContext();
  const loudness = context.createGain();
  loudness.connect(context.destination);
  TONES[name].forEach((frequency, place) => tone(/** @type {AudioContext} */ (context), loudness, frequency, place * LASTS));
}

/** @param {AudioContext} on @param {GainNode} loudness @param {number} frequency @param {number} after seconds */
function tone(on, loudness, frequency, after) {
  const start = on.currentTime + after;
  const sounding = on.createOscillator();
  sounding.type = "triangle";
  sounding.frequency.value = frequency;
  loudness.gain.setValueAtTime(LOUD, start);
  loudness.gain.exponentialRampToValueAtTime(LOUD / 20, start + LASTS);
  sounding.connect(loudness);
  sounding.start(start);
  sounding.stop(start + LASTS);
}
