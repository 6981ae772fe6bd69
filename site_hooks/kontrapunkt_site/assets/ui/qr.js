// @ts-check
/**
 * QR codes for phones that read a projector or paper. `lean-qr`, which computes them, is loaded for the first one;
 * sheets made without a browser use `classroom/qr.py`.
 */

const SVG = "http://www.w3.org/2000/svg";
/** The white margin required by the standard, in modules. */
const QUIET = 4;

/**
 * Draws the QR code of a text, black on white in either colour scheme, with its margin, in the size of its style.
 *
 * @param {string} text the content of the code
 * @param {string} label its name for screen readers
 * @returns {Promise<SVGSVGElement | null>} null if the text is too long
 */
export async function qrCode(text, label) {
  const path = await qrPath(text);
  if (!path) return null;
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({
    class: "kp-qr",
    viewBox: `0 0 ${path.size} ${path.size}`,
    role: "img",
    "aria-label": label,
    "shape-rendering": "crispEdges",
  }))
    svg.setAttribute(name, value);
  const white = document.createElementNS(SVG, "rect");
  white.setAttribute("width", String(path.size));
  white.setAttribute("height", String(path.size));
  white.setAttribute("fill", "#fff");
  const black = document.createElementNS(SVG, "path");
  black.setAttribute("d", path.d);
  black.setAttribute("fill", "#000");
  svg.append(white, black);
  return svg;
}

/**
 * Returns the dark modules as a path in a square of `size` modules, margin included, with a rectangle for each run.
 *
 * @param {string} text
 * @returns {Promise<{d: string, size: number} | null>} null if the text is too long
 */
export async function qrPath(text) {
  // @ts-ignore: it lies beside this module once the site is built
  const { correction, generate } = await import("../lean-qr.js");
  let code;
  try {
    code = generate(text, { minCorrectionLevel: correction.M });
  } catch {
    return null;
  }
  let d = "";
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue;
      const start = x;
      while (code.get(x, y)) x++;
      d += `M${start + QUIET} ${y + QUIET}h${x - start}v1h-${x - start}z`;
    }
  return { d, size: code.size + 2 * QUIET };
}
