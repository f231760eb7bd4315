/**
 * The lines of the tables that a library can lack.
 * @typedef {"document" | "sign-up" | "sign-in" | "stored-start" | "first-state" | "tabs" | "fault" | "expired-fault" |
 *   "popup" | "closed-popup"} Line
 */

/** @typedef {{ api: string, key: string, project: string, origin: string, withPopup: boolean }} Services */

/**
 * One library to compare. A new peer is a new file in `arms` that exports this.
 * @typedef {object} Arm
 * @property {string} name
 * @property {string} version
 * @property {Partial<Record<"password" | "popup" | "everything" | "app" | "document", string>>} bytes the module to
 * bundle, by row; a missing row does not apply
 * @property {(services: Services) => string} page a module for the browser that exports `firstState`, `register`,
 * `signIn`, `leave`, `token` and, with `withPopup`, `popup`; the lines in `without` need no function
 * @property {string} [callback] the module of the page `/oauth/callback`
 * @property {import("./double.mjs").Service} [service] the library's own service; without it, the local services
 * @property {string} [refreshes] what the address of a token refresh contains
 * @property {(status: number, code: string) => object} [failure] the body of its service's errors; Google's if missing
 * @property {Partial<Record<Line, string>>} [without] lines that do not apply, each with the reason
 * @property {Partial<Record<Line, string>>} [remarks] what a reader must know to compare a line
 */

/** @typedef {{ title: string, lead?: string, columns: string[], rows: string[][], notes?: string[] }} Table */

/** @param {Table} table as Markdown */
export const markdown = ({ title, lead, columns, rows, notes = [] }) =>
  [
    `## ${title}`,
    "",
    ...(lead === undefined ? [] : [lead, ""]),
    `| ${columns.join(" | ")} |`,
    `|${" --- |".repeat(columns.length)}`,
    ...rows.map((row) => `| ${row.join(" | ")} |`),
    "",
    ...(notes.length > 0 ? [...notes.map((note) => `- ${note}`), ""] : []),
  ].join("\n");

/** @param {Arm[]} arms */
export const columns = (arms, first = "") => [
  first,
  ...arms.map(({ name, version }) => `${name} ${version}`),
];

/**
 * A table with a column for each arm. An arm to which a line does not apply has a dash in it. Reasons and remarks
 * are below the table.
 * @param {Arm[]} arms
 */
export function sheet(arms) {
  /** @type {string[][]} */
  const rows = [];
  /** @type {Set<string>} */
  const notes = new Set();
  return {
    /** @param {Line} line @param {string} title @param {(arm: Arm) => string} cell */
    add(line, title, cell) {
      const reasons = arms.map(({ without }) => without?.[line]);
      rows.push([title, ...arms.map((arm, index) => (reasons[index] === undefined ? cell(arm) : "–"))]);
      arms.forEach(({ name, remarks }, index) => {
        const note = reasons[index] ?? remarks?.[line];
        if (note !== undefined) notes.add(`${name}: ${note}`);
      });
    },
    /** @param {string} title @param {string} [lead] @param {string} [first] @returns {Table} */
    table: (title, lead, first) => ({
      title,
      ...(lead === undefined ? {} : { lead }),
      columns: columns(arms, first),
      rows,
      notes: [...notes],
    }),
  };
}

/** @param {Arm[]} arms @param {Line} line */
export const armsWith = (arms, line) => arms.filter(({ without }) => without?.[line] === undefined);

/** The median, with the lowest and the highest value. @param {number[]} values @param {string} unit */
export const spread = (values, unit = "") => {
  const sorted = values.toSorted((a, b) => a - b);
  const text = (/** @type {number} */ value) => String(Math.round(value));
  const [low = 0, high = 0] = [sorted[0], sorted.at(-1)];
  const median = text(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
  return `${median}${unit}${text(low) === text(high) ? "" : ` (${text(low)}–${text(high)})`}`;
};
