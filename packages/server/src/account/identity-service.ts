import { UnavailableError } from "@tallybin/identity-server";
import * as v from "valibot";

const milliseconds = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.finite());
const optionalList = <Entry extends v.GenericSchema>(entry: Entry) => v.optional(v.array(entry), []);

/**
 * The fields of an account that this server reads. Google sends some times as texts and some as numbers, which may have
 * a fraction.
 */
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
}) {
  const { url, apiKey, origin, send } = options;
  const callService = async (method: string, body: Record<string, string>): Promise<unknown> => {
    try {
      const request = new Request(`${url}/v1/accounts:${method}?${new URLSearchParams({ key: apiKey })}`, {
        method: "POST",
        headers: { "content-type": "application/json", referer: `${origin}/` },
        body: JSON.stringify(body),
        ...{ signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" as const },
      });
      const response = await send(request);
      const answer: unknown = await response.json();
      if (response.ok) return answer;
    } catch (cause) {
      throw new UnavailableError("identity service", { cause });
    }
    throw new UnavailableError("identity service");
  };
  return {
    /** The account of an ID token. @throws UnavailableError */
    async lookUp(idToken: string): Promise<LookedUp> {
      const found = v.safeParse(Users, await callService("lookup", { idToken }));
      if (!found.success) throw new UnavailableError("identity service");
      return found.output.users[0];
    },
    /** Mails a link to choose a new password. @throws UnavailableError, also if the service refuses */
    async sendPasswordReset(email: string): Promise<void> {
      await callService("sendOobCode", { requestType: "PASSWORD_RESET", email });
    },
  };
}
