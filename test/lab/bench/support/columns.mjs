/** @param {string} line of a Markdown table */
const cells = (line) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
/** A library without its version. @param {string} column */
const nameOf = (column) => column.replace(/ [\d.]+$/, "");

/**
 * A table with the columns that the page has of libraries which were not measured again. Times of another run are not
 * comparable, so a table of times becomes a section of its own. A table without columns of libraries replaces the page's.
 * @param {import("./arm.mjs").Table} table
 * @param {string} page
 * @param {{ measured: string, order: string[] }} run when, and the names of all libraries in the order of their columns
 * @returns {import("./arm.mjs").Table}
 */
export function withOtherColumns(table, page, { measured, order }) {
  const names = table.columns
    .map(nameOf)
    .filter((name) => order.includes(name))
    .join(", ");
  const isTimed = table.rows.some((row) => row.some((cell) => / ms\b/.test(cell)));
  const lead = `${table.lead ?? ""} ${measured}`.trim();
  if (names === "") return { ...table, lead };
  if (isTimed) return { ...table, title: `${table.title}: ${names}`, lead };
  const section = page.split(/^## /m).find((part) => part.startsWith(`${table.title}\n`));
  const lines = section?.split("\n") ?? [];
  const [head = "", , ...rows] = lines.filter((line) => line.startsWith("|")).map(cells);
  if (head === "") return table;
  const own = new Set(table.columns.map(nameOf));
  const others = head.flatMap((column, index) => (own.has(nameOf(column)) ? [] : [index]));
  const notes = lines.filter((line) => line.startsWith("- ")).map((line) => line.slice(2));
  const wider = [...table.columns, ...others.map((index) => head[index] ?? "")];
  const place = (/** @type {number} */ index) => order.indexOf(nameOf(wider[index] ?? ""));
  const places = [...wider.keys()].toSorted((a, b) => place(a) - place(b));
  const ordered = (/** @type {string[]} */ row) => places.map((index) => row[index] ?? "");
  return {
    ...table,
    lead: `${lines[2] ?? table.lead} ${names}: ${measured}`,
    columns: ordered(wider),
    rows: table.rows.map((row) => {
      const old = rows.find(([title]) => title === row[0]);
      return ordered([...row, ...others.map((index) => old?.[index] ?? "–")]);
    }),
    notes: [...new Set([...(table.notes ?? []), ...notes])],
  };
}
