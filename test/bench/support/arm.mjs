/**
 * One library to compare. A new peer is a new file in `arms` that exports this.
 * @typedef {object} Arm
 * @property {string} name
 * @property {string} version
 * @property {Partial<Record<"password" | "popup" | "everything" | "document", string>>} bytes the module to bundle, by
 * row; a missing row does not apply
 * @property {(services: { api: string, key: string, project: string }) => string} [page] a module for the browser that
 * exports `firstState`, `register`, `signIn`, `leave` and `token`; missing if the library has another service
 */

/** @typedef {{ title: string, columns: string[], rows: string[][] }} Table */

/** @param {Table} table as Markdown */
export const markdown = ({ title, columns, rows }) =>
  [
    `### ${title}`,
    "",
    `| ${columns.join(" | ")} |`,
    `|${" --- |".repeat(columns.length)}`,
    ...rows.map((row) => `| ${row.join(" | ")} |`),
    "",
  ].join("\n");

/** The median, with the lowest and the highest value. @param {number[]} values @param {string} unit */
export const spread = (values, unit = "") => {
  const sorted = values.toSorted((a, b) => a - b);
  const text = (/** @type {number} */ value) => String(Math.round(value));
  const [low = 0, high = 0] = [sorted[0], sorted.at(-1)];
  const median = text(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
  return `${median}${unit}${low === high ? "" : ` (${text(low)}–${text(high)})`}`;
};
