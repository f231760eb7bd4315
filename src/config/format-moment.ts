import { LANGUAGE } from "@tallybin/contract/company";

const format = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });

/** A date with its time, in the reader's time zone. @param iso ISO 8601 */
export const formatMoment = (iso: string): string => format.format(Date.parse(iso));
