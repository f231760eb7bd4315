import type { EnvironmentValues } from "./environment.ts";

/** What the page may know. Everything in here is readable by every visitor: no secret belongs here. */
export type PublicConfig = {
  mode: "local" | "production";
  /** Canonical origin, without a trailing slash. */
  origin: string;
  /** Addresses are absolute, or start with "/" and mean the page's own origin. */
  identity: { apiKey: string; projectId: string; identityToolkitUrl: string; secureTokenUrl: string };
  documents: { url: string };
  providers: string[];
  sms: "off" | "recaptcha" | "local";
  /** For the human check's frame; without it the frame asks the identity service. */
  recaptchaSiteKey?: string;
  contactEndpoint: string;
  newsletterEndpoint: string;
  analytics: null | { endpoint: string; writeKey: string };
  plans: { starter?: string; pro?: string; business?: string };
  pictureHosts: string[];
  local: null | { clockUrl: string; workbenchUrl: string };
};

/** The public part of a parsed environment; `mode: "local"` is something only packages/local says. */
export const toPublicConfig = (values: EnvironmentValues): PublicConfig => ({
  mode: "production",
  origin: values.ORIGIN,
  identity: {
    apiKey: values.FIREBASE_API_KEY,
    projectId: values.FIREBASE_PROJECT_ID,
    identityToolkitUrl: values.IDENTITY_TOOLKIT_URL,
    secureTokenUrl: values.SECURE_TOKEN_URL,
  },
  documents: { url: values.DOCUMENTS_URL },
  providers: values.PROVIDERS,
  sms: values.SMS,
  ...(values.RECAPTCHA_SITE_KEY ? { recaptchaSiteKey: values.RECAPTCHA_SITE_KEY } : {}),
  contactEndpoint: values.CONTACT_ENDPOINT,
  newsletterEndpoint: values.NEWSLETTER_ENDPOINT,
  analytics:
    values.ANALYTICS_ENDPOINT && values.ANALYTICS_WRITE_KEY
      ? { endpoint: values.ANALYTICS_ENDPOINT, writeKey: values.ANALYTICS_WRITE_KEY }
      : null,
  plans: {
    ...(values.STRIPE_PRICE_STARTER ? { starter: values.STRIPE_PRICE_STARTER } : {}),
    ...(values.STRIPE_PRICE_PRO ? { pro: values.STRIPE_PRICE_PRO } : {}),
    ...(values.STRIPE_PRICE_BUSINESS ? { business: values.STRIPE_PRICE_BUSINESS } : {}),
  },
  pictureHosts: values.PICTURE_HOSTS,
  local: null,
});
