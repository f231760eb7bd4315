import { NO_ID_TOKEN } from "@tallybin/contract/newsletter";
import { InvalidTokenError, type VerifiedToken } from "@tallybin/identity-server";
import { invalidArgument } from "@tallybin/identity-server/errors/errors";
import type { ApiContext } from "./context.ts";

const BEARER = /^bearer +(\S+)$/i;

export type RequestUser = {
  token: VerifiedToken;
  /** Records what has changed in the account. Never rejects. */
  look(): Promise<void>;
};

/** @throws InvalidTokenError; UnknownKeyError or UnavailableError if the token cannot be judged */
export async function requireUser(
  { tokens, account }: ApiContext,
  { headers }: Request,
): Promise<RequestUser> {
  const idToken = BEARER.exec(headers.get("authorization") ?? "")?.[1];
  if (idToken === undefined) throw new InvalidTokenError();
  return {
    token: await tokens.verifyIdToken(idToken),
    look: async () => {
      await account?.look(idToken);
    },
  };
}

/**
 * The user of a request that needs none. The page sends "undefined" without a user, so that text is no token.
 * @throws as `requireUser`; ApiError 400 for another form of authorization
 */
export async function findUid({ tokens }: ApiContext, { headers }: Request): Promise<string | undefined> {
  const text = (headers.get("authorization") ?? "").trim();
  if (text === "" || text === NO_ID_TOKEN) return undefined;
  const idToken = BEARER.exec(text)?.[1];
  if (idToken === undefined) throw invalidArgument("The authorization header is not a bearer token.");
  return idToken === NO_ID_TOKEN ? undefined : (await tokens.verifyIdToken(idToken)).uid;
}
