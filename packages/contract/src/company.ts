/** To rename the company, change only this file. */
export const company = {
  name: "Tallybin",
  email: "hello@tallybin.example",
  /** Handle for social previews, with its @. */
  x: "@tallybin",
  copyrightYear: 2024,
} as const;

/** The language of all text modules, and of their dates and lists. */
export const LANGUAGE = "en-US";

/** Placeholder in built files; the server replaces it by its ORIGIN, because one build serves all. */
export const ORIGIN_PLACEHOLDER = "https://origin.invalid";
