import { base64url, SignJWT } from "jose";
import type { ServiceContext } from "../../core/service-context.ts";
import { ALGORITHM } from "./keys.ts";

const encode = (part: object): string => base64url.encode(JSON.stringify(part));

/** A JWT of these services, signed or unsigned as the setting `tokens` says. */
export async function issueJwt(
  { identity, keys }: ServiceContext,
  claims: Record<string, unknown>,
): Promise<string> {
  if (identity.settings.tokens === "unsigned")
    return `${encode({ alg: "none", typ: "JWT" })}.${encode(claims)}.`;
  const { kid, privateKey } = await keys.current();
  const header = { alg: ALGORITHM, kid, typ: "JWT" };
  const token = await new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  keys.remember(token, kid);
  return token;
}
