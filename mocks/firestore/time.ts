/** Microseconds since the epoch: what Firestore counts in. */
export type Micros = number;

/** Server time as it is printed, with six digits of a second. */
export const printTime = (micros: Micros): string => {
  const below = String(micros % 1000).padStart(3, "0");
  return new Date(Math.floor(micros / 1000)).toISOString().replace("Z", `${below}Z`);
};

/** A timestamp in a document: without, or with three or six digits of a second, as protocol buffers print it. */
export const printTimestamp = (micros: Micros): string =>
  printTime(micros)
    .replace(/\.000000Z$/, "Z")
    .replace(/(\.\d{3})000Z$/, "$1Z");

/** Reads a timestamp of the wire; digits below a microsecond are cut. Undefined when it is none. */
export const parseTime = (text: string): Micros | undefined => {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(text);
  const ms = match ? Date.parse(`${match[1]}Z`) : Number.NaN;
  if (Number.isNaN(ms)) return undefined;
  return ms * 1000 + Number((match?.[2] ?? "").padEnd(6, "0").slice(0, 6));
};
