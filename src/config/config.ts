import * as v from "valibot";

/** An address on our own origin, or an absolute one. */
const Address = v.pipe(v.string(), v.regex(/^(\/|https?:\/\/)/));
const Provider = v.picklist(["google.com", "facebook.com", "twitter.com", "github.com"]);

/** What the server tells the page about its environment; see packages/server, which writes it. */
const PublicConfig = v.object({
  mode: v.picklist(["local", "production"]),
  origin: v.string(),
  identity: v.object({
    apiKey: v.string(),
    projectId: v.string(),
    identityToolkitUrl: Address,
    secureTokenUrl: Address,
  }),
  documents: v.object({ url: Address }),
  providers: v.array(Provider),
  sms: v.picklist(["off", "recaptcha", "local"]),
  contactEndpoint: Address,
  newsletterEndpoint: Address,
  analytics: v.nullable(v.object({ endpoint: v.string(), writeKey: v.string() })),
  plans: v.object({
    starter: v.optional(v.string()),
    pro: v.optional(v.string()),
    business: v.optional(v.string()),
  }),
  pictureHosts: v.array(v.string()),
  local: v.nullable(v.object({ clockUrl: Address, workbenchUrl: Address })),
});
export type PublicConfig = v.InferOutput<typeof PublicConfig>;

/** The only reader of the page's configuration block. */
export function readConfig(page: Document): PublicConfig {
  const block = page.getElementById("config")?.textContent ?? "{}";
  return v.parse(PublicConfig, JSON.parse(block));
}

/** Configured addresses may begin with "/", which means this origin. */
export const absoluteUrl = (address: string, origin: string): string =>
  address.startsWith("/") ? origin + address.replace(/\/$/, "") : address;
