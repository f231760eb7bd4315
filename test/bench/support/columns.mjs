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
 * comparable, so a table of times becomes a section of its own.
 * @param {import("./arm.mjs").Table} table
 * @param {string} page
 * @param {string} measured when
 * @returns {import("./arm.mjs").Table}
 */
export function withOtherColumns(table, page, measured) {
  const names = table.columns.slice(1).map(nameOf).join(", ");
  const isTimed = table.rows.some((row) => row.some((cell) => / ms\b/.test(cell)));
  if (isTimed)
    return { ...table, title: `${table.title}: ${names}`, lead: `${table.lead ?? ""} ${measured}`.trim() };
  const section = page.split(/^## /m).find((part) => part.startsWith(`${table.title}\n`));
  const lines = section?.split("\n") ?? [];
  const [head = "", , ...rows] = lines.filter((line) => line.startsWith("|")).map(cells);
  if (head === "") return table;
  const own = new Set(table.columns.map(nameOf));
  const others = head.flatMap((column, index) => (own.has(nameOf(column)) ? [] : [index]));
  const notes = lines.filter((line) => line.startsWith("- ")).map((line) => line.slice(2));
  return {
    ...table,
    lead: `${lines[2] ?? table.lead} ${names}: ${measured}`,
    columns: [...table.columns, ...others.map((index) => head[index] ?? "")],
    rows: table.rows.map((row) => {
      const old = rows.find(([title]) => title === row[0]);
      return [...row, ...others.map((index) => old?.[index] ?? "–")];
    }),
    notes: [...new Set([...(table.notes ?? []), ...notes])],
  };
}
