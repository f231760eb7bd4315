export type SiteErrorCode = "breached-password" | "human-check-unavailable" | "late-click" | "code-missing";

/** An error of this site, beside those of the identity client. Its message is in `failure-texts.ts`. */
export class SiteError extends Error {
  override readonly name = "SiteError";
  readonly code: SiteErrorCode;
  constructor(code: SiteErrorCode) {
    super(code);
    this.code = code;
  }
}
