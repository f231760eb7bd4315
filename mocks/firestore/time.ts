/** Microseconds since the epoch, Firestore's unit. */
export type Micros = number;

/** Server time with six digits of a second. */
export const printTime = (micros: Micros): string => {
  const below = String(micros % 1000).padStart(3, "0");
  return new Date(Math.floor(micros / 1000)).toISOString().replace("Z", `${below}Z`);
};

/** A timestamp in a document: with no, three or six digits of a second, as protocol buffers print it. */
export const printTimestamp = (micros: Micros): string =>
  printTime(micros)
    .replace(/\.000000Z$/, "Z")
    .replace(/(\.\d{3})000Z$/, "$1Z");

/** Parses a timestamp of the wire; cuts digits below a microsecond. Undefined if invalid. */
export const parseTime = (text: string): Micros | undefined => {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(text);
  const ms = match ? Date.parse(`${match[1]}Z`) : Number.NaN;
  if (Number.isNaN(ms)) return undefined;
  return ms * 1000 + Number((match?.[2] ?? "").padEnd(6, "0").slice(0, 6));
};
