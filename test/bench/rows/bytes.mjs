import { brotliCompressSync } from "node:zlib";
import { columns } from "../support/arm.mjs";
import { bundle } from "../support/bundle.mjs";

/** @type {["password" | "popup" | "everything" | "document", string][]} */
const ROWS = [
  ["password", "password only"],
  ["popup", "popup, mail, codes, profile"],
  ["everything", "everything"],
  ["document", "live document, beside the popup row"],
];
/** @type {Partial<Record<string, string>>} */
const GOALS = { password: "11.0", popup: "14.0", everything: "16.1" };

const kilobytes = (/** @type {number} */ size) => (size / 1000).toFixed(1);
const sizeOf = async (/** @type {string} */ source) => brotliCompressSync((await bundle(source)).code).length;

/** @param {import("../support/arm.mjs").Arm[]} arms @returns {Promise<import("../support/arm.mjs").Table[]>} */
export default async function bytes(arms) {
  const rows = [];
  for (const [key, title] of ROWS) {
    const sizes = [];
    for (const { bytes } of arms) {
      const source = bytes[key];
      if (source === undefined) sizes.push("–");
      else if (key !== "document") sizes.push(kilobytes(await sizeOf(source)));
      else
        sizes.push(kilobytes((await sizeOf(`${bytes.popup} ${source}`)) - (await sizeOf(bytes.popup ?? ""))));
    }
    rows.push([title, GOALS[key] ?? "–", ...sizes]);
  }
  const size = {
    title: "Bytes",
    lead: "kB after brotli, one bundle by Vite, libraries included. The goals are half of Firebase's sizes when the goals were set.",
    columns: ["", ...columns(arms, "goal")],
    rows,
    notes: arms.flatMap(({ name, without }) =>
      without?.document === undefined ? [] : [`${name}: ${without.document}`],
    ),
  };
  const [ours] = arms;
  return ours?.name === "tallybin" ? [size, await byModule(ours.bytes["everything"] ?? "")] : [size];
}

/**
 * The lengths of our modules before minification, because the minifier works on the whole bundle.
 * @param {string} source
 */
async function byModule(source) {
  const { modules } = await bundle(source);
  /** @type {Map<string, number>} */
  const groups = new Map();
  for (const [id, length] of modules) {
    const [, library] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
    const [, folder] = /packages\/identity\/src\/([^/]+)/.exec(id) ?? [];
    const group = library ?? (folder === undefined ? "other" : `identity/src/${folder}`);
    groups.set(group, (groups.get(group) ?? 0) + length);
  }
  const total = [...groups.values()].reduce((sum, length) => sum + length, 0);
  return {
    title: "Where our bytes are",
    lead: 'Of the row "everything". Lengths of the code before the minifier, which works on the whole bundle.',
    columns: ["module or library", "kB", "share"],
    rows: [...groups]
      .toSorted(([, a], [, b]) => b - a)
      .map(([group, length]) => [
        group,
        (length / 1000).toFixed(1),
        `${Math.round((100 * length) / total)} %`,
      ]),
  };
}
