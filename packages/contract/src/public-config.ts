import * as v from "valibot";
import { providerIds } from "./providers.ts";

/** An address on the page's own origin, or an absolute one. */
const Address = v.pipe(
  v.string(),
  v.check((address) => /^(\/|https?:\/\/)/.test(address)),
);

/** The page's configuration. Every visitor can read it, so it holds no secrets. */
export const PublicConfig = v.object({
  mode: v.picklist(["local", "production"]),
  /** Canonical origin, without a trailing slash. */
  origin: v.string(),
  identity: v.object({
    apiKey: v.string(),
    projectId: v.string(),
    identityToolkitUrl: Address,
    secureTokenUrl: Address,
  }),
  documents: v.object({ url: Address }),
  providers: v.array(v.picklist(providerIds)),
  /**
   * Where refresh tokens are kept. `server`: on our server. `release`: in the browser again, and our server returns
   * those that it still has. Absent: in the browser.
   */
  sessions: v.exactOptional(v.picklist(["server", "release"])),
  sms: v.picklist(["off", "recaptcha", "local"]),
  /** Whether the project supports passkeys; at Google they are a private preview. */
  passkeys: v.boolean(),
  /** Whether new passwords are checked against known breaches, through our own server. */
  breachedPasswords: v.boolean(),
  /** The key for the human check's frame. Without a configured key, the frame asks the identity service for one. */
  recaptchaSiteKey: v.exactOptional(v.string()),
  /** The project's key of reCAPTCHA Enterprise. Absent: the site has no verifier. */
  recaptchaEnterpriseKey: v.exactOptional(v.string()),
  /** The human check's address: never on the site's own origin, whose storage its script could read. */
  humanCheckOrigin: v.exactOptional(v.string()),
  contactEndpoint: Address,
  newsletterEndpoint: Address,
  analytics: v.nullable(v.object({ endpoint: v.string(), writeKey: v.string() })),
  plans: v.object({
    starter: v.exactOptional(v.string()),
    pro: v.exactOptional(v.string()),
    business: v.exactOptional(v.string()),
  }),
  pictureHosts: v.array(v.string()),
  local: v.nullable(v.object({ clockUrl: Address, workbenchUrl: Address })),
});
export type PublicConfig = v.InferOutput<typeof PublicConfig>;
