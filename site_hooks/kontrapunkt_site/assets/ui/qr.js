// @ts-check
/**
 * QR codes: links on their way from a projector or from paper to a phone. `lean-qr`, which works them out, is loaded
 * when the first is asked for; sheets that are written without a browser have theirs from `classroom/qr.py`.
 */

const SVG = "http://www.w3.org/2000/svg";
/** The white margin that the standard asks for, in modules. */
const QUIET = 4;

/**
 * The QR code of a text: black on white in either colour scheme, margin included, as large as its style says.
 *
 * @param {string} text what it says to a phone
 * @param {string} label what it is, for those who do not see it
 * @returns {Promise<SVGSVGElement | null>} null where the text is too long for a code
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
 * The dark modules as a path in a square of `size` modules, margin included: each run of them a rectangle.
 *
 * @param {string} text
 * @returns {Promise<{d: string, size: number} | null>} null where the text is too long
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
