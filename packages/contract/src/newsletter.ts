/** `POST /api/newsletter`: subscribes one address. A signed-in user's ID token is in the `Authorization` header. */
export const NEWSLETTER_PATH = "/api/newsletter";

export type NewsletterRequest = {
  email: string;
  /** The honeypot: a field that people do not see and bots fill in. The site never sends it. */
  website?: string | undefined;
};

/** Sent in place of the ID token when no user is signed in, as the newsletter API defines. */
export const NO_ID_TOKEN = "undefined";
