/** The data of the product's two own calls: rows by sheet and tab, and the newsletter's addresses. */
export type Sheets = {
  append(sheet: string, tab: string, rows: readonly (readonly string[])[]): void;
  rows(sheet: string, tab: string): string[][];
  subscribe(email: string, uid: string | undefined): void;
  subscriptions(): { email: string; uid: string | undefined }[];
  clear(): void;
};

export function createSheets(): Sheets {
  const sheets = new Map<string, string[][]>();
  let subscribers = new Map<string, string | undefined>();
  const nameOf = (sheet: string, tab: string) => `${sheet}\n${tab}`;
  return {
    append: (sheet, tab, rows) => {
      const before = sheets.get(nameOf(sheet, tab)) ?? [];
      sheets.set(nameOf(sheet, tab), [...before, ...rows.map((row) => [...row])]);
    },
    rows: (sheet, tab) => sheets.get(nameOf(sheet, tab)) ?? [],
    subscribe: (email, uid) => {
      subscribers.set(email.toLowerCase(), uid);
    },
    subscriptions: () => [...subscribers].map(([email, uid]) => ({ email, uid })),
    clear: () => {
      sheets.clear();
      subscribers = new Map();
    },
  };
}
