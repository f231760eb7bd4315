import type { PublicConfig } from "@tallybin/contract/public-config";
import type { ServerConfig } from "../environment/environment.ts";
import { REPORTS_PATH } from "../reports/reports-endpoint.ts";

/** The only page that loads a third-party script. */
export const HUMAN_CHECK_PATH = "/auth-frame/human-check";

/** The host of the human check's own origin; undefined if neither SMS nor reCAPTCHA Enterprise needs the check. */
export const humanCheckHost = (config: PublicConfig): string | undefined =>
  (config.sms !== "off" || config.recaptchaEnterpriseKey) && config.humanCheckOrigin
    ? new URL(config.humanCheckOrigin).host
    : undefined;

/** Every other origin that the page calls: derived from the page's own configuration, so that the two always agree. */
function connectOrigins({ identity, documents, analytics, ...config }: PublicConfig): string[] {
  const { identityToolkitUrl, secureTokenUrl } = identity;
  const { contactEndpoint, newsletterEndpoint } = config;
  const addresses = [identityToolkitUrl, secureTokenUrl, documents.url, contactEndpoint, newsletterEndpoint];
  if (analytics) addresses.push(analytics.endpoint);
  // 'self' covers addresses that start with "/".
  const absolute = addresses.filter((address) => !address.startsWith("/"));
  return [...new Set(absolute.map((address) => new URL(address).origin))];
}

/** The site's policy: no inline code, no third-party scripts, no framing in either direction. */
export function contentSecurityPolicy(config: PublicConfig, reports = false): string {
  return [
    // WebKit warns of `manifest-src` on every page, so `default-src` is 'self' and every other directive explicit.
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...config.pictureHosts.map((host) => `https://${host}`)].join(" "),
    "font-src 'self'",
    "media-src 'self'",
    ["connect-src 'self'", ...connectOrigins(config)].join(" "),
    "worker-src 'none'",
    // Only the human check is ever framed.
    humanCheckHost(config) === undefined ? "frame-src 'none'" : `frame-src ${config.humanCheckOrigin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(reports ? ["report-to reports"] : []),
  ].join("; ");
}

const RECAPTCHA = [
  "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
  "frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
  "connect-src 'self' https://www.google.com/recaptcha/",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https://www.gstatic.com/recaptcha/",
];

/** The site's origin; in local mode also every world's host on the same port (`w7.localhost`). */
const siteOrigins = ({ mode, origin }: PublicConfig): string =>
  mode === "local" ? `${origin} ${origin.replace("//", "//*.")}` : origin;

/** The policy of the only page with a third-party script. Only the site's own pages may frame it. */
const humanCheckPolicy = (config: PublicConfig): string =>
  [
    "default-src 'none'",
    ...(config.mode === "production" ? RECAPTCHA : ["script-src 'self'", "style-src 'self'"]),
    `frame-ancestors ${siteOrigins(config)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join("; ");

/** Passkeys of this site, only on its own pages. */
const PERMISSIONS_POLICY = [
  "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=()",
  "midi=(), payment=(), usb=(), xr-spatial-tracking=()",
  "publickey-credentials-create=(self), publickey-credentials-get=(self)",
].join(", ");

/** The page that a sign-in popup shows before the provider's page. It shows one sentence and holds no data. */
export const POPUP_PATH = "/oauth/popup";

/** Types that a browser never shows as a page that can run code: with nosniff, a policy of their own has no effect. */
const NO_DOCUMENT = /^(?:text\/(?:javascript|css)|font\/|video\/|image\/(?!svg))/;

/** The security headers of a URL and a content type. A file that is no document gets only what applies to it. */
export function createSecurityHeaders(
  config: PublicConfig,
  { reports, strictTransport }: Pick<ServerConfig, "reports" | "strictTransport">,
): (url: URL, contentType?: string) => Record<string, string> {
  const ofEveryFile = {
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    ...(config.origin.startsWith("https:") ? { "strict-transport-security": strictTransport } : {}),
  };
  const common = {
    // With plain same-origin, the opener sees a sign-in popup as closed when it navigates to the provider.
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": PERMISSIONS_POLICY,
    "referrer-policy": "strict-origin-when-cross-origin",
    ...ofEveryFile,
  };
  const site = {
    "content-security-policy": contentSecurityPolicy(config, reports),
    ...(reports ? { "reporting-endpoints": `reports="${REPORTS_PATH}"` } : {}),
    ...common,
  };
  const humanCheck = { "content-security-policy": humanCheckPolicy(config), ...common };
  // WebKit isolates a window that leaves a page with any opener policy, also the `about:blank` of an opener.
  const popup = { "cross-origin-opener-policy": "unsafe-none" };
  return (url, contentType = "") => {
    if (NO_DOCUMENT.test(contentType)) return ofEveryFile;
    if (url.host === humanCheckHost(config)) return humanCheck;
    return url.pathname === POPUP_PATH ? { ...site, ...popup } : site;
  };
}
