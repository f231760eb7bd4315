import { InvalidTokenError, type VerifiedToken } from "@tallybin/identity-server";
import type { ApiCall, ApiContext } from "../http/context.ts";

/** A user, by the ID token of a request. */
export type Owner = { token: VerifiedToken; idToken: string };

/** @throws InvalidTokenError; UnknownKeyError or UnavailableError if the token cannot be judged */
export async function verifyOwner({ tokens }: ApiContext, { request }: ApiCall): Promise<Owner> {
  const idToken = /^bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (idToken === undefined) throw new InvalidTokenError();
  return { token: await tokens.verifyIdToken(idToken), idToken };
}
