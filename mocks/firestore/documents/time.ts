/** Microseconds since the epoch, the unit of Firestore. A double is exact until the year 2255. */
export type Micros = number;

/** Server time with six digits of a second. */
export const printTime = (micros: Micros): string => {
  const ms = Math.floor(micros / 1000);
  return new Date(ms).toISOString().replace("Z", `${String(micros - ms * 1000).padStart(3, "0")}Z`);
};

const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d):([0-5]\d|60)(?:\.(\d{1,9}))?(?:Z|([+-]\d\d):([0-5]\d))$/;
/** The first second of the year 1 and the last of the year 9999. */
const [FIRST_S, LAST_S] = [-62_135_596_800, 253_402_300_799];

type Moment = { seconds: number; micros: string };

/** Keeps seconds and microseconds separate, because a single number is not exact for all years. */
function momentOf(text: string): Moment | undefined {
  const [, minute, second, digits = "", hours = "+00", minutes = "00"] = TIMESTAMP.exec(text) ?? [];
  const sign = hours.startsWith("-") ? -1 : 1;
  const offset = Number(hours) * 3600 + sign * Number(minutes) * 60;
  const seconds = Date.parse(`${minute}:00Z`) / 1000 + Number(second) - offset;
  // The negated condition also refuses NaN.
  if (!(seconds >= FIRST_S && seconds <= LAST_S)) return undefined;
  return { seconds, micros: digits.padEnd(6, "0").slice(0, 6) };
}

/**
 * A timestamp as protocol buffers print it: with zero, three or six decimals. Further decimals are cut.
 * Undefined if the text is no timestamp.
 */
export function canonicalTimestamp(text: string): string | undefined {
  const moment = momentOf(text);
  if (!moment) return undefined;
  const fraction = moment.micros.replace(/^000000$/, "").replace(/^(\d{3})000$/, "$1");
  return `${new Date(moment.seconds * 1000).toISOString().slice(0, 19)}${fraction && "."}${fraction}Z`;
}

/** Parses a timestamp. Undefined if it is invalid. */
export const parseTime = (text: string): Micros | undefined => {
  const moment = momentOf(text);
  return moment && moment.seconds * 1_000_000 + Number(moment.micros);
};
