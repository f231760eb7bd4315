import type { AccountLinkDetails } from "@tallybin/contract/account-links";
import { UnavailableError } from "@tallybin/identity-server";
import * as v from "valibot";

const milliseconds = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.finite());
const optionalList = <Entry extends v.GenericSchema>(entry: Entry) => v.optional(v.array(entry), []);

/** The fields of an account that this server reads. Google sends some times as texts and some as numbers. */
const LookedUp = v.object({
  localId: v.string(),
  email: v.optional(v.string()),
  createdAt: v.optional(milliseconds),
  passwordUpdatedAt: v.optional(milliseconds),
  providerUserInfo: optionalList(v.object({ providerId: v.string() })),
  mfaInfo: optionalList(v.object({ mfaEnrollmentId: v.string() })),
  passkeyInfo: optionalList(v.object({ credentialId: v.string() })),
});
export type LookedUp = v.InferOutput<typeof LookedUp>;
const Users = v.object({ users: v.tuple([LookedUp]) });

const CodeDescription = v.object({
  requestType: v.string(),
  email: v.optional(v.string()),
  newEmail: v.optional(v.string()),
  mfaInfo: v.optional(v.object({ displayName: v.optional(v.string()) })),
});
const Refusal = v.object({ error: v.object({ message: v.string() }) });

/** A request that the identity service refused, with its code, such as `INVALID_OOB_CODE`. */
export class RefusalError extends UnavailableError {
  readonly code: string;
  constructor(code: string) {
    super("identity service");
    this.code = code;
  }
}

export type IdentityService = ReturnType<typeof createIdentityService>;

const TIMEOUT_MS = 8_000;

/**
 * The calls to Google's Identity Toolkit that this server makes for an account.
 * @param options.origin sent as referrer, since the deploy guide restricts the API key to the site's own pages
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts
 */
export function createIdentityService(options: {
  url: string;
  apiKey: string;
  origin: string;
  send: (request: Request) => Promise<Response>;
  onFault: (error: unknown) => void;
}) {
  const { url, apiKey, origin, send, onFault } = options;
  const callService = async (method: string, body: Record<string, string>): Promise<unknown> => {
    let answer: unknown;
    try {
      const request = new Request(`${url}/v1/accounts:${method}?${new URLSearchParams({ key: apiKey })}`, {
        method: "POST",
        headers: { "content-type": "application/json", referer: `${origin}/` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: "error",
      });
      const response = await send(request);
      answer = await response.json();
      if (response.ok) return answer;
    } catch (cause) {
      throw new UnavailableError("identity service", { cause });
    }
    const refusal = v.safeParse(Refusal, answer);
    // A code may have an explanation after it.
    throw new RefusalError(refusal.success ? (refusal.output.error.message.split(" ")[0] ?? "") : "");
  };
  return {
    /** The account of an ID token. @throws UnavailableError */
    async lookUp(idToken: string): Promise<LookedUp> {
      const found = v.safeParse(Users, await callService("lookup", { idToken }));
      if (!found.success) throw new UnavailableError("identity service");
      return found.output.users[0];
    },
    /**
     * The purpose of a mailed code, which stays usable; undefined if the project describes none, because it has no
     * passwords. @throws RefusalError, UnavailableError
     */
    async describeCode(oobCode: string): Promise<(AccountLinkDetails & { purpose: string }) | undefined> {
      const answer = await callService("resetPassword", { oobCode }).catch((error: unknown) => {
        if (error instanceof RefusalError && error.code === "PASSWORD_LOGIN_DISABLED") return undefined;
        throw error;
      });
      if (answer === undefined) return undefined;
      const { requestType: purpose, email, newEmail, mfaInfo } = v.parse(CodeDescription, answer);
      // The service names the old address first. A recovery restores that address, a change replaces it.
      const [next, previous] = purpose === "VERIFY_AND_CHANGE_EMAIL" ? [newEmail, email] : [email, newEmail];
      return { purpose, email: next, previousEmail: previous, factor: mfaInfo?.displayName };
    },
    /** Applies a mailed code, once. @throws RefusalError, UnavailableError */
    async applyCode(oobCode: string): Promise<void> {
      await callService("update", { oobCode });
    },
    /** Mails a link to choose a new password. @returns whether it was sent */
    sendPasswordReset: (email: string): Promise<boolean> =>
      callService("sendOobCode", { requestType: "PASSWORD_RESET", email }).then(
        () => true,
        (error: unknown) => {
          onFault(error);
          return false;
        },
      ),
  };
}
