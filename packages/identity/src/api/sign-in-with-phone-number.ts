import * as v from "valibot";
import { PHONE_WORDS } from "../error-words.ts";
import { IdentityError, kept } from "../errors.ts";
import type { Http } from "../http.ts";
import { parseWire, texts } from "../wire.ts";
import { firstFactorResponse } from "./first-factor-response.ts";
import type { TokenResponse } from "./token-response.ts";

/** Either the code of a text message, or the proof that an earlier, conflicting attempt left behind. */
export type PhoneProof =
  | { sessionInfo: string; code: string }
  | { temporaryProof: string; phoneNumber: string };

const Conflict = v.object(texts("temporaryProof", "phoneNumber"));

/**
 * Signs in with a phone number; with `idToken`, adds or replaces the number of that account.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithPhoneNumber
 */
export async function signInWithPhoneNumber(
  http: Http,
  body: PhoneProof & { idToken?: string | undefined; operation?: "REAUTH" | undefined },
): Promise<TokenResponse> {
  const answer = await http("v1/accounts:signInWithPhoneNumber", body, PHONE_WORDS);
  const { temporaryProof, phoneNumber } = parseWire(Conflict, answer);
  if (!temporaryProof || !phoneNumber) return firstFactorResponse(answer);
  // The number belongs to another account; in a 200, with a proof that saves a second text message.
  const conflict = new IdentityError("account-exists-with-different-credential");
  kept.set(conflict, { phone: { temporaryProof, phoneNumber } });
  throw conflict;
}
