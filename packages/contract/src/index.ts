export {
  ACCOUNT_DATA_PATH,
  ACCOUNT_HISTORY_PATH,
  ACCOUNT_NOTICES_PATH,
  AccountData,
  AccountHistory,
  type AccountNotice,
  AccountNotices,
  type Happening,
  HISTORY_DAYS,
  HistoryEntry,
  type NoticeAnswer,
  RECENT_SIGN_IN_REQUIRED,
} from "./account.ts";
export { ApiEnvelope, type ApiResponse, INVALID_USER_TOKEN } from "./api.ts";
export {
  BREACHED_PASSWORDS_PATH,
  BREACHED_PREFIX_LENGTH,
  BREACHED_PREFIX_PARAMETER,
  SHA1_LENGTH,
} from "./breached-passwords.ts";
export { company, ORIGIN_PLACEHOLDER } from "./company.ts";
export {
  CONTACT_COLUMNS,
  CONTACT_PATH,
  CONTACT_TAB,
  CONTACT_TAB_PARAMETER,
  type ContactColumn,
  type ContactMessage,
  contactRequest,
} from "./contact.ts";
export { type Device, deviceOf } from "./device.ts";
export {
  NEWSLETTER_PATH,
  type NewsletterRequest,
  NO_ID_TOKEN,
  newsletterAuthorization,
} from "./newsletter.ts";
export { defaultProviderIds, pictureHosts } from "./provider-defaults.ts";
export { isProviderId, type ProviderId, providerIds, providerOf } from "./providers.ts";
export { PublicConfig } from "./public-config.ts";
export { readablePath, withoutTrailingSlashes } from "./readable-path.ts";
export {
  EVERYWHERE_PARAMETER,
  MOVED_PARAMETER,
  NEW_SESSION,
  OTHER_SESSIONS_PARAMETER,
  REPLACED_PARAMETER,
  SESSION_BINDING_PATH,
  SESSION_HEADER,
  SESSION_PATH,
  SESSION_PROOF_PATH,
  SESSION_RELEASE_PATH,
  SESSION_TOKEN_PATH,
  SESSIONS_PATH,
  SessionEntry,
  SessionList,
} from "./sessions.ts";
