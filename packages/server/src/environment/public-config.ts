import type { PublicConfig } from "@tallybin/contract/public-config";
import type { EnvironmentValues } from "./variables.ts";

/** The public part of a parsed environment; only packages/local-services sets `mode: "local"`. */
export const toPublicConfig = (
  values: EnvironmentValues,
  sessions: PublicConfig["sessions"] | undefined,
): PublicConfig => ({
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
  ...(sessions ? { sessions } : {}),
  sms: values.SMS,
  breachedPasswords: values.BREACHED_PASSWORDS !== "off",
  passkeys: values.PASSKEYS === "on",
  ...(values.RECAPTCHA_SITE_KEY ? { recaptchaSiteKey: values.RECAPTCHA_SITE_KEY } : {}),
  ...(values.RECAPTCHA_ENTERPRISE_KEY ? { recaptchaEnterpriseKey: values.RECAPTCHA_ENTERPRISE_KEY } : {}),
  ...(values.HUMAN_CHECK_ORIGIN ? { humanCheckOrigin: values.HUMAN_CHECK_ORIGIN } : {}),
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
