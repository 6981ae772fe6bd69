// @ts-check
/**
 * A field for Python: Tab and Shift Tab indent, Enter keeps the indentation, Control Enter runs. After Escape the
 * next Tab leaves the field, so that the keyboard is not trapped.
 */

const STEP = "    ";

/** @param {HTMLTextAreaElement} area @param {() => void} run */
export function enrich(area, run) {
  let leaving = false;
  area.addEventListener("blur", () => (leaving = false));
  area.addEventListener("keydown", (event) => {
    if (event.isComposing || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === "Escape") {
      leaving = true;
      return;
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run();
    } else if (event.key === "Enter" && plain && !event.shiftKey) {
      event.preventDefault();
      write(area, `\n${indentation(area)}`);
    } else if (event.key === "Tab" && plain && !leaving) {
      event.preventDefault();
      indent(area, event.shiftKey);
    }
    leaving = false;
  });
}

/** Selects a line. @param {HTMLTextAreaElement} area @param {number} line from 1 */
export function markLine(area, line) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
}

/** @param {HTMLTextAreaElement} area @returns {string} the indentation of the next line */
function indentation({ value, selectionStart }) {
  const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
  const [spaces] = /^ */.exec(line) ?? [""];
  return line.trimEnd().endsWith(":") ? spaces + STEP : spaces;
}

/** Indents the selected lines by a step, or back. @param {HTMLTextAreaElement} area @param {boolean} back */
function indent(area, back) {
  const { value, selectionStart, selectionEnd } = area;
  const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
  if (!back && selectionStart === selectionEnd) {
    write(area, STEP.slice((selectionStart - start) % STEP.length));
    return;
  }
  const end = value.indexOf("\n", Math.max(selectionStart, selectionEnd - 1));
  const lines = value.slice(start, end < 0 ? undefined : end).split("\n");
  const moved = lines.map((line) => (back ? line.replace(/^ {1,4}/, "") : line && STEP + line));
  area.setSelectionRange(start, end < 0 ? value.length : end);
  write(area, moved.join("\n"));
  area.setSelectionRange(start, start + moved.join("\n").length);
}

/** Replaces the selected text so that it can be undone. @param {HTMLTextAreaElement} area @param {string} text */
export function write(area, text) {
  area.focus();
  const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
  if (done) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
