/** `POST /api/newsletter`: subscribes one address (specification §7.2). */
export const NEWSLETTER_PATH = "/api/newsletter";

export type NewsletterRequest = {
  email: string;
  /** The honeypot: a field that people do not see and bots fill in. The site never sends it. */
  website?: string | undefined;
};

/** The replacement for the ID token of a visitor who is not signed in. */
export const NO_ID_TOKEN = "undefined";

export const newsletterAuthorization = (idToken: string | undefined): string =>
  `Bearer ${idToken ?? NO_ID_TOKEN}`;
