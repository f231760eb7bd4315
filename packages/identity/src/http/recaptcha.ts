import { IdentityError } from "../errors/identity-error.ts";
import { PHONE_CODES } from "../errors/server-codes.ts";
import { Text } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import { type Http, parseWire } from "./http.ts";

type Provider = "EMAIL_PASSWORD_PROVIDER" | "PHONE_PROVIDER";

/** What reCAPTCHA Enterprise may guard, and the names of the actions in its reports, which are those of Google's SDK. */
const GUARDED: Readonly<Record<string, readonly [action: string, Provider, part?: string]>> = {
  "v1/accounts:signInWithPassword": ["signInWithPassword", "EMAIL_PASSWORD_PROVIDER"],
  "v1/accounts:signUp": ["signUpPassword", "EMAIL_PASSWORD_PROVIDER"],
  "v1/accounts:sendOobCode": ["getOobCode", "EMAIL_PASSWORD_PROVIDER"],
  "v1/accounts:sendVerificationCode": ["sendVerificationCode", "PHONE_PROVIDER"],
  "v2/accounts/mfaEnrollment:start": ["mfaSmsEnrollment", "PHONE_PROVIDER", "phoneEnrollmentInfo"],
  "v2/accounts/mfaSignIn:start": ["mfaSmsSignIn", "PHONE_PROVIDER", "phoneSignInInfo"],
};

const CONFIG = "v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE";
const Config = v.object({
  /** "projects/my-project/keys/site-key" */
  recaptchaKey: Text,
  recaptchaEnforcementState: v.optional(
    v.array(v.object({ provider: v.optional(Text), enforcementState: v.optional(Text) })),
    [],
  ),
});

/**
 * Proves to reCAPTCHA Enterprise that a person acts. `verify` gets the project's site key and the name of the action, and
 * resolves to a token; it may show a page of another origin. Pass the result as the client's option `recaptcha`. The
 * first guarded call asks the server, as Google's SDK does, and a call that is refused for its token is repeated
 * once. Gets `siteKey` and `action` from the project. Never throws; a rejection of `verify` is that of the guarded
 * call.
 * @see https://cloud.google.com/identity-platform/docs/recaptcha-enterprise
 */
export const recaptchaEnterprise =
  (verify: (siteKey: string, action: string) => Promise<string>) =>
  (http: Http): Http => {
    let config: Promise<v.InferOutput<typeof Config>> | undefined;
    let guards: ReadonlySet<string | undefined> = new Set();
    const load = async () => {
      config ??= http(CONFIG).then((body) => parseWire(Config, body));
      try {
        return await config;
      } catch (error) {
        config = undefined;
        throw error;
      }
    };
    return async (path, body, codes, signal) => {
      const [action, provider, part] = GUARDED[path] ?? [];
      if (!body || !action) return http(path, body, codes, signal);
      const send = async (isGuarded: boolean) => {
        if (!isGuarded) return http(path, body, codes, signal);
        const { recaptchaKey, recaptchaEnforcementState } = await load();
        guards = new Set(
          recaptchaEnforcementState
            .filter(({ enforcementState }) => enforcementState !== "OFF")
            .map((state) => state.provider),
        );
        const token = await verify(recaptchaKey.split("/").pop() ?? "", action);
        const proof = {
          [action === "getOobCode" ? "captchaResp" : "captchaResponse"]: token,
          clientType: "CLIENT_TYPE_WEB",
          recaptchaVersion: "RECAPTCHA_ENTERPRISE",
        };
        const fields: Record<string, unknown> = { ...body };
        const guarded = part
          ? { ...fields, [part]: { ...Object(fields[part]), ...proof } }
          : { ...fields, ...proof };
        return http(path, guarded, [PHONE_CODES, ...(codes ?? [])], signal);
      };
      try {
        return await send(guards.has(provider));
      } catch (error) {
        const isAsked =
          error instanceof IdentityError &&
          /^(MISSING|INVALID)_RECAPTCHA_TOKEN$/.test(error.serverCode ?? "");
        if (!isAsked) throw error;
        return send(true);
      }
    };
  };
