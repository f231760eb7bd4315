import { authError } from "../errors.ts";

/** What a mailed link does, by the `mode` of its address. */
const OPERATIONS = new Map([
  ["recoverEmail", "RECOVER_EMAIL"],
  ["resetPassword", "PASSWORD_RESET"],
  ["signIn", "EMAIL_SIGNIN"],
  ["verifyEmail", "VERIFY_EMAIL"],
  ["verifyAndChangeEmail", "VERIFY_AND_CHANGE_EMAIL"],
  ["revertSecondFactorAddition", "REVERT_SECOND_FACTOR_ADDITION"],
]);

/** Reads the query of an address in any scheme. A plus sign is no space here, as in Google's SDK. */
const parseQuery = (link: string) =>
  new URLSearchParams((/\?[^#]*/.exec(link)?.[0] ?? "").replaceAll("+", "%2B"));

/** Mail apps and link services wrap the link in another one, up to twice. */
function unwrapLink(link: string): string {
  const query = parseQuery(link);
  const inner = query.get("deep_link_id") ?? query.get("link");
  return inner ? unwrapLink(inner) : link;
}

/** The link of a mail, with the members of the class of the same name in `firebase/auth`. */
export class ActionCodeURL {
  readonly apiKey: string;
  readonly code: string;
  readonly operation: string;
  readonly continueUrl: string | null;
  readonly languageCode: string | null;
  readonly tenantId: string | null;

  /** @throws AuthError `auth/argument-error` without key, code or a known mode */
  constructor(link: string) {
    const query = parseQuery(link);
    const apiKey = query.get("apiKey");
    const code = query.get("oobCode");
    const operation = OPERATIONS.get(query.get("mode") ?? "");
    if (!apiKey || !code || !operation) throw authError("argument-error");
    this.apiKey = apiKey;
    this.operation = operation;
    this.code = code;
    this.continueUrl = query.get("continueUrl");
    this.languageCode = query.get("lang");
    this.tenantId = query.get("tenantId");
  }

  /** `null` for a link that is not an action link. */
  static parseLink(link: string): ActionCodeURL | null {
    try {
      return new ActionCodeURL(unwrapLink(link));
    } catch {
      return null;
    }
  }
}

/**
 * `null` for a link that is not an action link. Never throws.
 * @param link as the mail has it, also inside another link
 */
export const parseActionCodeURL = (link: string): ActionCodeURL | null => ActionCodeURL.parseLink(link);
