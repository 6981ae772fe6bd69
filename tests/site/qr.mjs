// Reads QR codes as a camera would, by the decoder of the package `qr`. On standard input {module, texts, drawn}: texts
// that the page's own module, if any, is to draw, and drawings as {d, size}; on standard output {paths, read}, null for none.
import { readFileSync } from "node:fs";
import decodeQR from "qr/decode.js";

const { module, texts, drawn } = JSON.parse(readFileSync(0, "utf-8"));
const { qrPath } = module ? await import(module) : {};

const SCALE = 4; // pixels of a module

function read({ d, size }) {
  const side = size * SCALE;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of d.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let row = y * SCALE; row < (+y + 1) * SCALE; row++)
      for (let column = x * SCALE; column < (+x + +width) * SCALE; column++)
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
  return decodeQR({ width: side, height: side, data });
}

const paths = await Promise.all(texts.map((text) => qrPath(text)));
process.stdout.write(JSON.stringify({ paths, read: [...paths, ...drawn].map((each) => each && read(each)) }));
