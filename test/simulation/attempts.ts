import type { Page } from "./browser/page.ts";
import type { Visit } from "./browser/visit.ts";
import type { Person } from "./people.ts";

export type Purpose = "sign-in" | "link" | "reauthenticate";

/** One popup or redirect, from the click to its outcome. */
export type Attempt = {
  purpose: Purpose;
  person: Person;
  /** The page that waits for the outcome. A redirect leaves its page, so it has none until it is back. */
  page: Page | undefined;
  /** The page in which it began. */
  from: Page;
  visit: Visit | undefined;
  isRedirect: boolean;
  openedAt: number;
  /** Google's session for the provider's response, and the state in the provider's address. */
  idpSession: string | undefined;
  state: string | undefined;
  /** What the user has chosen at the provider. */
  choice?: "allow" | "deny";
  /** A script of the origin, or a page in its window, has said an answer for it. */
  isForged?: true;
  /** The user has canceled it, or has opened another popup in its tab. */
  isCanceled?: true;
  /** The page shows another session since. */
  hasChanged?: true;
  /** The user has signed in or out since, in any tab. */
  isRevoked?: true;
  /** Whether the page knew who is signed in, and the session and the user then. */
  isKnown: boolean;
  generation: string | undefined;
  uid: string | undefined;
  /** The answer has been heard, and sent to Google. */
  isHeard?: true;
  isSent?: true;
  /** The ID token of Google's response, and the session that it has begun. */
  idToken?: string | undefined;
  began?: string | undefined;
  /** The caller has an outcome; no answer is waited for. */
  isSettled?: true;
  isOver?: true;
  /** Since when the user could see that the closed popup is not noticed. */
  closedSince: number;
  waitsSince: number;
  isFrozen?: boolean;
  /** Takes back what the user asked for. */
  takeBack: () => void;
  /** Ends the call that is checked by Google. */
  end?: () => void;
};

/** A text in a JSON body. */
export const fieldOf = (text: string, name: string): string | undefined =>
  new RegExp(`"${name}":\\s*"([^"]+)"`).exec(text)?.[1];
/** The state that a provider repeats in its answer. Twitter's is a request token. */
export const stateOf = (address: string): string | undefined => {
  const searchParams = URL.canParse(address) ? new URL(address).searchParams : undefined;
  return searchParams?.get("oauth_token") ?? searchParams?.get("state") ?? undefined;
};
