export { ApiEnvelope, type ApiResponse, INVALID_USER_TOKEN } from "./api.ts";
export {
  CONTACT_COLUMNS,
  CONTACT_PATH,
  CONTACT_TAB,
  CONTACT_TAB_PARAMETER,
  type ContactMessage,
  contactRequest,
} from "./contact.ts";
export {
  NEWSLETTER_PATH,
  type NewsletterRequest,
  NO_ID_TOKEN,
  newsletterAuthorization,
} from "./newsletter.ts";
export {
  isProviderId,
  type ProviderId,
  pictureHosts,
  providerIds,
  providerOf,
} from "./providers.ts";
export { PublicConfig } from "./public-config.ts";
