/** The data of the product's two own calls: rows by sheet and tab, and the newsletter's addresses. */
export function createSheets() {
  const sheets = new Map<string, string[][]>();
  let subscribers = new Map<string, string | undefined>();
  const sheetKeyOf = (sheet: string, tab: string) => `${sheet}\n${tab}`;
  return {
    append: (sheet: string, tab: string, rows: readonly (readonly string[])[]): void => {
      const before = sheets.get(sheetKeyOf(sheet, tab)) ?? [];
      sheets.set(sheetKeyOf(sheet, tab), [...before, ...rows.map((row) => [...row])]);
    },
    rows: (sheet: string, tab: string) => sheets.get(sheetKeyOf(sheet, tab)) ?? [],
    subscribe: (email: string, uid: string | undefined) => {
      subscribers.set(email.toLowerCase(), uid);
    },
    subscriptions: () => [...subscribers].map(([email, uid]) => ({ email, uid })),
    clear: () => {
      sheets.clear();
      subscribers = new Map();
    },
  };
}
export type Sheets = ReturnType<typeof createSheets>;
