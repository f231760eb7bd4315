import * as v from "valibot";

const Rows = v.array(v.array(v.string()));
export const SheetsSnapshot = v.object({
  /** Rows by sheet and tab. */
  rows: v.array(v.tuple([v.string(), Rows])),
  subscriptions: v.array(v.object({ email: v.string(), uid: v.optional(v.string()) })),
});
export type SheetsSnapshot = v.InferOutput<typeof SheetsSnapshot>;

/** The data of the product's two own calls: rows by sheet and tab, and the newsletter's addresses. */
export function createSheets() {
  let sheets = new Map<string, string[][]>();
  let subscribers = new Map<string, string | undefined>();
  const sheetKeyOf = (sheet: string, tab: string) => `${sheet}\n${tab}`;
  const listSubscriptions = () =>
    [...subscribers].map(([email, uid]) => (uid === undefined ? { email } : { email, uid }));
  const restore = ({ rows, subscriptions }: SheetsSnapshot): void => {
    sheets = new Map(rows);
    subscribers = new Map(subscriptions.map(({ email, uid }) => [email, uid]));
  };
  return {
    append: (sheet: string, tab: string, rows: readonly (readonly string[])[]): void => {
      const before = sheets.get(sheetKeyOf(sheet, tab)) ?? [];
      sheets.set(sheetKeyOf(sheet, tab), [...before, ...rows.map((row) => [...row])]);
    },
    rows: (sheet: string, tab: string) => sheets.get(sheetKeyOf(sheet, tab)) ?? [],
    subscribe: (email: string, uid: string | undefined) => {
      subscribers.set(email.toLowerCase(), uid);
    },
    subscriptions: listSubscriptions,
    snapshot: (): SheetsSnapshot =>
      structuredClone({ rows: [...sheets], subscriptions: listSubscriptions() }),
    restore,
    clear: () => restore({ rows: [], subscriptions: [] }),
  };
}
export type Sheets = ReturnType<typeof createSheets>;
