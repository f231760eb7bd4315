import type { PublicConfig } from "@tallybin/contract";
import { humanCheckHost } from "./human-check.ts";

/** The origin of an absolute address; addresses that start with "/" are covered by 'self'. */
const originOf = (address: string): string[] => (address.startsWith("/") ? [] : [new URL(address).origin]);

/** Every other origin the page talks to: the same values the page is configured with, so the two cannot drift. */
const connectOrigins = (config: PublicConfig): string[] => [
  ...new Set(
    [
      config.identity.identityToolkitUrl,
      config.identity.secureTokenUrl,
      config.documents.url,
      config.contactEndpoint,
      config.newsletterEndpoint,
      ...(config.analytics ? [config.analytics.endpoint] : []),
    ].flatMap(originOf),
  ),
];

/** The site's policy: no inline code, no third-party script, nothing framed, nothing framing. */
export function contentSecurityPolicy(config: PublicConfig): string {
  return [
    // The manifest's own directive is unknown to WebKit, which complains of it on every page, so that 'self' is the
    // default here and every other directive is written out.
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...config.pictureHosts.map((host) => `https://${host}`)].join(" "),
    "font-src 'self'",
    "media-src 'self'",
    ["connect-src 'self'", ...connectOrigins(config)].join(" "),
    "worker-src 'none'",
    // Only the human check is ever framed, and only where SMS second factors are switched on.
    humanCheckHost(config) === undefined ? "frame-src 'none'" : `frame-src ${config.humanCheckOrigin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

const RECAPTCHA = [
  "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
  "frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
  "connect-src 'self' https://www.google.com/recaptcha/",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https://www.gstatic.com/recaptcha/",
];

/** The policy of the one page that loads a third party's script, which only the site's own pages may frame. */
const humanCheckPolicy = (config: PublicConfig): string =>
  [
    "default-src 'none'",
    ...(config.sms === "recaptcha" ? RECAPTCHA : ["script-src 'self'", "style-src 'self'"]),
    `frame-ancestors ${config.origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join("; ");

const PERMISSIONS = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
  "xr-spatial-tracking",
];

/** Passkeys of this site, in its own pages only. */
const OWN_PERMISSIONS = ["publickey-credentials-create", "publickey-credentials-get"];
const permissionsPolicy = [
  ...PERMISSIONS.map((name) => `${name}=()`),
  ...OWN_PERMISSIONS.map((name) => `${name}=(self)`),
].join(", ");

/** Where a sign-in window opens before it leaves for the provider. It shows one sentence and holds nothing. */
export const POPUP_PATH = "/oauth/popup";

/** Headers of every answer, those of the origin with a policy of its own, and those of the page that popups open at. */
export function securityHeaders(config: PublicConfig): (url: URL) => Record<string, string> {
  const common = {
    "content-security-policy": contentSecurityPolicy(config),
    // With plain same-origin a sign-in popup looks closed to its opener the moment it leaves for the provider.
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": permissionsPolicy,
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    ...(config.origin.startsWith("https:")
      ? { "strict-transport-security": "max-age=63072000; includeSubDomains; preload" }
      : {}),
  };
  const humanCheck = {
    ...common,
    "content-security-policy": humanCheckPolicy(config),
  };
  // WebKit cuts a window off when it leaves a page that has any opener policy, `about:blank` of such an opener included.
  const popup = { ...common, "cross-origin-opener-policy": "unsafe-none" };
  return (url) => {
    if (url.host === humanCheckHost(config)) return humanCheck;
    return url.pathname === POPUP_PATH ? popup : common;
  };
}
