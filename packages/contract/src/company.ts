/** To rename the company, change only this file. */
export const company = {
  name: "Tallybin",
  email: "hello@tallybin.example",
  /** Handle for social previews, with its @. */
  x: "@tallybin",
  copyrightYear: 2024,
} as const;

/**
 * Placeholder for the canonical origin in built files. The server replaces it by its ORIGIN at the start, because one
 * build serves every origin.
 */
export const ORIGIN_PLACEHOLDER = "https://origin.invalid";
