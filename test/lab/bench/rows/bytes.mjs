import { columns } from "../support/arm.mjs";
import { bundleParts, bundleSize } from "../support/bundle.mjs";

/** @type {["password" | "popup" | "everything" | "app" | "document", string][]} */
const ROWS = [
  ["password", "password only"],
  ["popup", "popup, mail, codes, profile"],
  ["everything", "everything"],
  ["app", "Firebase's app, in each of the above"],
  ["document", "live document, beside the popup row"],
];
/** @type {Partial<Record<string, string>>} */
const GOALS = { password: "10.0", popup: "14.0", everything: "18.0" };

/** The rows that are divided into folders and libraries. @type {Partial<Record<string, ("popup" | "everything")[]>>} */
const PARTS = { tallybin: ["popup", "everything"] };

const kilobytes = (/** @type {number} */ size) => (size / 1000).toFixed(1);

/** @param {import("../support/arm.mjs").Arm[]} arms @returns {Promise<import("../support/arm.mjs").Table[]>} */
export default async function bytes(arms) {
  const rows = [];
  for (const [key, title] of ROWS) {
    const sizes = [];
    for (const { bytes } of arms) {
      const source = bytes[key];
      if (source === undefined) sizes.push("–");
      else if (key !== "document") sizes.push(kilobytes(await bundleSize(source)));
      else
        sizes.push(
          kilobytes((await bundleSize(`${bytes.popup} ${source}`)) - (await bundleSize(bytes.popup ?? ""))),
        );
    }
    rows.push([title, GOALS[key] ?? "–", ...sizes]);
  }
  const size = {
    title: "Bytes",
    lead: "kB after brotli, one bundle by Vite, libraries included. The goals are the budgets of `npm test`.",
    columns: ["", ...columns(arms, "goal")],
    rows,
    notes: arms.flatMap(({ name, without }) =>
      without?.document === undefined ? [] : [`${name}: ${without.document}`],
    ),
  };
  const tables = [size];
  for (const arm of arms) for (const row of PARTS[arm.name] ?? []) tables.push(await partsOf(arm, row));
  return tables;
}

/** The library of a module, our shared package, or its folder in our client. @param {string} id */
const partOf = (id) => {
  const [, library] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
  const [, folder] = /packages\/identity\/src\/([^/]+)/.exec(id) ?? [];
  return library ?? (folder ? `identity/src/${folder}` : "platform/src");
};

/** @param {import("../support/arm.mjs").Arm} arm @param {"popup" | "everything"} row */
async function partsOf({ name, bytes }, row) {
  const parts = await bundleParts(bytes[row] ?? "", partOf);
  return {
    title: `Where the bytes of ${name} are: ${new Map(ROWS).get(row)}`,
    lead: "The last column is what the bundle would save without the part. Text that several parts repeat counts for none of them.",
    columns: ["folder or library", "minified, kB", "brotli, kB"],
    rows: parts.map(({ name, minified, brotli }) => [name, kilobytes(minified), (brotli / 1000).toFixed(2)]),
  };
}
