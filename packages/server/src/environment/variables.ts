import { CONTACT_PATH, CONTACT_TAB, CONTACT_TAB_PARAMETER } from "@tallybin/contract/contact";
import { NEWSLETTER_PATH } from "@tallybin/contract/newsletter";
import { defaultProviderIds, pictureHosts } from "@tallybin/contract/provider-defaults";
import * as v from "valibot";
import * as s from "./value-schemas.ts";

const text = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/, "printable characters without spaces"));

/** Every variable that the server reads, with its check. A test compares the README's table with it. */
export const Environment = v.object({
  ORIGIN: s.Origin,
  FIREBASE_API_KEY: s.ApiKey,
  FIREBASE_PROJECT_ID: s.ProjectId,
  UNSUBSCRIBE_SECRET: s.Secret,
  UNSUBSCRIBE_SECRET_PREVIOUS: v.optional(s.Secret),
  PORT: v.optional(s.wholeNumberSchema(1, 65_535), "3000"),
  HOST: v.optional(text, "127.0.0.1"),
  DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1)), ".data"),
  DATABASE_URL: v.optional(s.PostgresUrl),
  DATABASE_POOL_SIZE: v.optional(s.wholeNumberSchema(1, 200), "10"),
  IDENTITY_TOOLKIT_URL: v.optional(s.ServiceUrl, "https://identitytoolkit.googleapis.com"),
  SECURE_TOKEN_URL: v.optional(s.ServiceUrl, "https://securetoken.googleapis.com"),
  DOCUMENTS_URL: v.optional(s.ServiceUrl, "https://firestore.googleapis.com"),
  TOKEN_KEYS_URL: v.optional(
    s.ServiceUrl,
    "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
  ),
  PROVIDERS: v.optional(s.Providers, defaultProviderIds.join(",")),
  SMS: v.optional(s.choiceSchema("off", "recaptcha"), "off"),
  RECAPTCHA_SITE_KEY: v.optional(text),
  RECAPTCHA_ENTERPRISE_KEY: v.optional(s.RecaptchaKey),
  HUMAN_CHECK_ORIGIN: v.optional(s.Origin),
  SESSIONS: v.optional(s.choiceSchema("browser", "server"), "browser"),
  SESSION_SECRET: v.optional(s.Secret),
  SESSION_SECRET_PREVIOUS: v.optional(s.Secret),
  SESSION_IDLE: v.optional(s.Duration, "30d"),
  SESSION_LIFETIME: v.optional(s.Duration, "180d"),
  SESSION_BINDING: v.optional(s.choiceSchema("off", "on"), "on"),
  PASSKEYS: v.optional(s.choiceSchema("off", "on"), "off"),
  BREACHED_PASSWORDS: v.optional(s.RangeSource, "off"),
  REPORTS: v.optional(s.choiceSchema("off", "on"), "off"),
  HSTS: v.optional(s.choiceSchema("host", "subdomains", "preload"), "subdomains"),
  PICTURE_HOSTS: v.optional(s.Hosts, pictureHosts.join(",")),
  CONTACT_ENDPOINT: v.optional(s.Endpoint, `${CONTACT_PATH}?${CONTACT_TAB_PARAMETER}=${CONTACT_TAB}`),
  NEWSLETTER_ENDPOINT: v.optional(s.Endpoint, NEWSLETTER_PATH),
  CONSENT_VERSION: v.optional(text, "2024-05-06"),
  SMTP_URL: v.optional(s.SmtpUrl),
  MAIL_FROM: v.optional(s.Mailbox),
  ANALYTICS_ENDPOINT: v.optional(s.ServiceUrl),
  ANALYTICS_WRITE_KEY: v.optional(text),
  STRIPE_PRICE_STARTER: v.optional(text),
  STRIPE_PRICE_PRO: v.optional(text),
  STRIPE_PRICE_BUSINESS: v.optional(text),
  TRUSTED_PROXY_HOPS: v.optional(s.wholeNumberSchema(0, 10), "0"),
  STOP_DELAY_SECONDS: v.optional(s.wholeNumberSchema(0, 120), "0"),
  LIMIT_PER_CLIENT: v.optional(s.RateLimit, "20/600"),
  LIMIT_PER_ADDRESS: v.optional(s.RateLimit, "5/3600"),
  METRICS_PORT: v.optional(s.wholeNumberSchema(1, 65_535)),
  LOG_LEVEL: v.optional(s.choiceSchema("debug", "info", "warn", "error", "silent"), "info"),
});

export type EnvironmentValues = v.InferOutput<typeof Environment>;
