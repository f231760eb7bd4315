/** The language of all text modules, and of dates and lists. */
export const LANGUAGE = "en-US";
