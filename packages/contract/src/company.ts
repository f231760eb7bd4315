/** To rename the company, change only this file. */
export const company = {
  name: "Tallybin",
  email: "hello@tallybin.example",
  /** Handle for social previews, with its @. */
  x: "@tallybin",
  copyrightYear: 2024,
} as const;

/** Placeholder in built files; the server replaces it by its ORIGIN, because one build serves all. */
export const ORIGIN_PLACEHOLDER = "https://origin.invalid";
