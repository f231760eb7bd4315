import * as v from "valibot";

export const Rows = v.array(v.array(v.string()));
type Rows = v.InferOutput<typeof Rows>;
/** Rows by sheet and tab. */
export const SheetsSnapshot = v.array(v.tuple([v.string(), Rows]));

/** The data of a third party's spreadsheets. */
export function createSheets() {
  let sheets = new Map<string, Rows>();
  const findRows = (sheet: string, tab: string) => sheets.get(`${sheet}\n${tab}`) ?? [];
  return {
    append: (sheet: string, tab: string, rows: Rows): void => {
      sheets.set(`${sheet}\n${tab}`, [...findRows(sheet, tab), ...rows]);
    },
    rows: findRows,
    snapshot: () => structuredClone([...sheets]),
    restore: (snapshot: v.InferOutput<typeof SheetsSnapshot>): void => {
      sheets = new Map(snapshot);
    },
    clear: () => sheets.clear(),
  };
}
export type Sheets = ReturnType<typeof createSheets>;
