import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import { MARK_PATH } from "../../../src/artwork/mark.tsx";
import { palette } from "../../../src/artwork/picture.tsx";
import { company } from "../../contract/src/company.ts";

/** The icon as a square. `mark` is the share that the company's mark fills, `corner` the radius of its corners. */
function renderIconSvg({ mark, corner }: { mark: number; corner: number }): string {
  const scale = (mark * 64) / 32;
  const offset = (64 - 32 * scale) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><title>${company.name}</title><rect width="64" height="64" rx="${corner}" fill="${palette.ink}"/><path transform="translate(${offset} ${offset}) scale(${scale})" fill="${palette.lime}" d="${MARK_PATH}"/></svg>\n`;
}

function renderPng(svg: string, size: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: "width", value: size } }).render().asPng();
}

/** An .ico is a table of pictures; since Windows Vista each may be a whole PNG. */
function encodeIco(pictures: { size: number; data: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, data }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(data.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += data.length;
  }
  return Buffer.concat([head, ...pictures.map((picture) => picture.data)]);
}

function writeIcons(out: string): void {
  mkdirSync(out, { recursive: true });
  // At 16 px the mark must be large, so it fills more of the tab's icon than of the others.
  const tab = renderIconSvg({ mark: 0.78, corner: 10 });
  const touch = renderIconSvg({ mark: 0.62, corner: 0 });
  // Launchers crop a maskable icon to a circle of 80 % of its width; the mark's corners stay inside it.
  const maskable = renderIconSvg({ mark: 0.52, corner: 0 });
  const plain = renderIconSvg({ mark: 0.66, corner: 12 });
  const files: [string, string | Buffer][] = [
    ["favicon.svg", tab],
    ["favicon.ico", encodeIco([16, 32, 48].map((size) => ({ size, data: renderPng(tab, size) })))],
    ["apple-touch-icon.png", renderPng(touch, 180)],
    ["icon-192.png", renderPng(plain, 192)],
    ["icon-512.png", renderPng(plain, 512)],
    ["icon-maskable-512.png", renderPng(maskable, 512)],
  ];
  for (const [name, data] of files) writeFileSync(join(out, name), data);
}

writeIcons(fileURLToPath(new URL("../../../public/", import.meta.url)));
