import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { readRawFields } from "../http/body.ts";
import { decodeBase64Json } from "../identity-toolkit/tokens/tokens.ts";
import { decodeClaims } from "../identity-toolkit/tokens/verify-id-token.ts";

const Named = v.looseObject({
  email: v.optional(v.string()),
  identifier: v.optional(v.string()),
  localId: v.optional(v.string()),
  idToken: v.optional(v.string()),
  refreshToken: v.optional(v.string()),
  oobCode: v.optional(v.string()),
  mfaPendingCredential: v.optional(v.string()),
});
const Holder = v.object({ localId: v.string() });

export type AccountHint = { uid?: string; email?: string };

/** Guesses the account of a request, so that a failure script can name it and the log can show it. Verifies nothing. */
export function accountHint({ identity }: ServiceContext, fields: unknown): AccountHint {
  const parsed = v.safeParse(Named, fields);
  if (!parsed.success) return {};
  const { idToken, refreshToken, mfaPendingCredential, localId, oobCode } = parsed.output;
  const opaque = refreshToken ?? mfaPendingCredential;
  const holder = v.safeParse(Holder, opaque && decodeBase64Json(opaque));
  const claims = idToken ? decodeClaims(idToken) : undefined;
  const uid = localId ?? claims?.sub ?? (holder.success ? holder.output.localId : undefined);
  const email =
    parsed.output.email ?? parsed.output.identifier ?? identity.oobCodes.get(oobCode ?? "")?.email;
  const account = uid !== undefined ? identity.account(uid) : identity.accountByEmail(email ?? "");
  return {
    ...((uid ?? account?.localId) && { uid: uid ?? account?.localId ?? "" }),
    ...((email ?? account?.email) && { email: email ?? account?.email ?? "" }),
  };
}

/** Guesses the account of a request to another service, by its ID token and the fields of its body. */
export async function hintOf(context: ServiceContext, request: Request): Promise<AccountHint> {
  const idToken = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  const fields: unknown = await readRawFields(request.clone()).catch(() => ({}));
  return accountHint(context, { ...(fields as object), ...(idToken !== undefined && { idToken }) });
}
