/** Renaming the company is a change of this file only. */
export const company = {
  name: "Tallybin",
  email: "hello@tallybin.example",
  /** Handle for social previews, with its @. */
  x: "@tallybin",
  copyrightYear: 2024,
} as const;

/**
 * Stands wherever the canonical origin belongs in built files; the server puts its ORIGIN in its place when it
 * starts, because one build serves every origin.
 */
export const ORIGIN_PLACEHOLDER = "https://origin.invalid";
