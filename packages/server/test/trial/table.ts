/** The results of one part of the trial. */
export type Row = {
  part: string;
  tried: number;
  /** The number of expected results. */
  held: number;
  /** The number of rows that were acknowledged but are missing. */
  lost?: number;
  /** The number of rows that were stored more than once. */
  duplicated?: number;
  note?: string;
};

const COLUMNS = ["tried", "held", "lost", "duplicated"] as const;

export const header = (): string =>
  `${"part".padEnd(58)}${COLUMNS.map((name) => name.padStart(11)).join("")}  note\n`;

export const line = (row: Row): string =>
  `${isGood(row) ? "  " : "✗ "}${row.part.padEnd(56)}${COLUMNS.map((name) => String(row[name] ?? 0).padStart(11)).join("")}  ${row.note ?? ""}\n`;

/** A part that tried nothing proves nothing. */
export const isGood = ({ tried, held, lost = 0, duplicated = 0 }: Row): boolean =>
  tried > 0 && held === tried && lost === 0 && duplicated === 0;
