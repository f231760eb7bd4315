/** Builds with `TEXTS=pseudo` show every text module in the pseudo-locale. */
export const isPseudo = process.env["TEXTS"] === "pseudo";

/** The folder of a build. A build in the pseudo-locale has its own, so that it does not replace the real one. */
export const distFolder = isPseudo ? "dist/pseudo" : "dist";
