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

export const RECAPTCHA_CONFIG = "v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE";
const Config = v.object({
  /** "projects/my-project/keys/site-key" */
  recaptchaKey: Text,
  recaptchaEnforcementState: v.optional(
    v.array(v.object({ provider: v.optional(Text), enforcementState: v.optional(Text) })),
    [],
  ),
});

/**
 * Proves to reCAPTCHA Enterprise that a person acts. `verify` gets the project's site key and the name of the action,
 * and resolves to a token; it may show a page of another origin. Pass the result as the client's option `recaptcha`.
 * A call that is refused for its token is repeated once, and later calls send a token at once, as with Google's SDK.
 * Never throws; if `verify` rejects, the guarded call rejects with the same error. `siteKey` and `action` come from
 * the project.
 * @param isAhead reads the project's configuration before the first guarded call, like `initializeRecaptchaConfig` of
 * Google's SDK: a project in `AUDIT` refuses no call, so it would get no token otherwise
 * @see https://cloud.google.com/identity-platform/docs/recaptcha-enterprise
 */
export const recaptchaEnterprise =
  (verify: (siteKey: string, action: string) => Promise<string>, { isAhead = false } = {}) =>
  (http: Http): Http => {
    let config: Promise<v.InferOutput<typeof Config>> | undefined;
    const loadConfig = () => {
      config ??= http(RECAPTCHA_CONFIG)
        .then((body) => parseWire(Config, body))
        .catch((error) => {
          config = undefined; // the next call reads it again
          throw error;
        });
      return config;
    };
    /** If the configuration cannot be read, the server decides: it refuses a call that needs a token. */
    const enforcementOf = async (provider: Provider | undefined) => {
      const known = await (isAhead ? loadConfig() : config)?.catch(() => undefined);
      return known?.recaptchaEnforcementState.find((state) => state.provider === provider)?.enforcementState;
    };
    return async (path, body, codes, signal) => {
      if (path === RECAPTCHA_CONFIG) return loadConfig();
      const [action, provider, part] = GUARDED[path] ?? [];
      if (!body || !action) return http(path, body, codes, signal);
      const sendWithProof = async (rule = "ENFORCE") => {
        const { recaptchaKey } = await loadConfig();
        const token = await verify(recaptchaKey.split("/").pop() ?? "", action).catch((error) => {
          if (rule === "ENFORCE") throw error;
        });
        const proof = {
          [action === "getOobCode" ? "captchaResp" : "captchaResponse"]: token,
          clientType: "CLIENT_TYPE_WEB",
          recaptchaVersion: "RECAPTCHA_ENTERPRISE",
        };
        const fields: Record<string, unknown> = { ...body };
        const added = part ? { [part]: { ...Object(fields[part]), ...proof } } : proof;
        return http(path, { ...fields, ...added }, PHONE_CODES + (codes ?? ""), signal);
      };
      try {
        const rule = (await enforcementOf(provider)) ?? "OFF";
        return await (rule === "OFF" ? http(path, body, codes, signal) : sendWithProof(rule));
      } catch (error) {
        const isProofDemanded =
          error instanceof IdentityError &&
          /^(MISSING|INVALID)_RECAPTCHA_TOKEN$/.test(error.serverCode ?? "");
        if (!isProofDemanded) throw error;
        return sendWithProof();
      }
    };
  };
