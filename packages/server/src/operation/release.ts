declare const RELEASE: string | undefined;

/** The commit that this bundle was built from; `unknown` in a build without git, `source` outside a bundle. */
export const release: string = typeof RELEASE === "undefined" ? "source" : RELEASE;
