/** A cell that a spreadsheet would run as a formula starts with an apostrophe, which spreadsheets hide. */
const defuse = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const toCell = (value: unknown): string => {
  const text = value instanceof Date ? value.toISOString() : defuse(String(value ?? ""));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One line of RFC 4180 CSV. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(toCell).join(",")}\r\n`;
