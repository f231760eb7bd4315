import type { TokenResponse } from "../../api/token-response.ts";
import { attachParts, type IdentityClient, partsOf } from "../../client/client-parts.ts";
import { reload } from "../../client/session-call.ts";
import { IdentityError } from "../../errors/identity-error.ts";
import type { Http } from "../../http/http.ts";
import { startSession } from "../../sign-in/credential.ts";
import { toAuthError } from "../errors.ts";
import { keepTokenResponse, responseProviderIdOf } from "../token-response.ts";
import type { Auth, User, UserCredential } from "../types.ts";
import { authCoreOf } from "./auth.ts";
import type { AuthCore } from "./core.ts";
import { ownerOf, updateUser } from "./user.ts";

/** The calls whose response describes the user or the provider. */
const TOLD = /:(signIn|signUp|update)|:finalize$/;

type Task = { core: AuthCore; operationType: UserCredential["operationType"]; owner?: User };

/**
 * Runs an operation of the identity client that signs in or changes the session's tokens. After a sign-in's response,
 * the account is looked up and the callbacks of `beforeAuthStateChanged` are called before the session changes.
 */
async function performOperation(
  { core, operationType, owner }: Task,
  run: (client: IdentityClient) => Promise<unknown>,
): Promise<UserCredential> {
  let response: object | undefined;
  let user = owner;
  const ends: (() => void)[] = [];
  let isOver = false;
  const finishOperation = () => {
    isOver = true;
    for (const end of ends.splice(0)) end();
  };
  try {
    if (operationType !== "link") core.requireNoServer();
    // The SDK presents the credential first, and finds that it does not belong to the current user.
    if (operationType === "reauthenticate" && owner && !core.isCurrent(owner))
      throw new IdentityError("user-mismatch");
    const base = owner ? core.clientFor(owner) : core.client;
    const parts = partsOf(base);
    const recordingHttp: Http = async (path, ...request) => {
      const answer = await parts.http(path, ...request);
      if (TOLD.test(path)) response = answer;
      if (!("refreshToken" in answer)) return answer;
      if (owner) ends.push(core.hold());
      else {
        const proposed = await core.propose(answer);
        user = proposed.user;
        ends.push(proposed.end);
      }
      // A late response of a popup that counted as closed has no caller any more, but the client still uses it.
      if (isOver) finishOperation();
      return answer;
    };
    await run(attachParts({ ...base }, { ...parts, http: recordingHttp }));
    const { runner } = parts;
    // The response to the client's own lookup has already arrived.
    if (!owner) await reload(core.client).catch(() => undefined);
    const session = runner.getSession();
    if (owner && session) updateUser(owner, session, true);
  } catch (error) {
    const told = toAuthError(error, core.auth.name);
    if (told instanceof Error) keepTokenResponse(told, response);
    throw told;
  } finally {
    finishOperation();
  }
  const result = { user: user as User, providerId: responseProviderIdOf(response), operationType };
  keepTokenResponse(result, response);
  return result;
}

/** Runs an operation of the client that starts a session. */
export const runSignIn = async (
  auth: Auth,
  run: (client: IdentityClient) => Promise<unknown>,
): Promise<UserCredential> => performOperation({ core: authCoreOf(auth), operationType: "signIn" }, run);

/**
 * Signs in by one request. The session starts with the response, so of two sign-ins under way the later response counts
 * and both succeed, as in Google's SDK.
 */
export const runSignInRequest = (
  auth: Auth,
  request: (http: Http) => Promise<TokenResponse>,
): Promise<UserCredential> =>
  runSignIn(auth, async (client) => {
    const tokens = await request(partsOf(client).http);
    await startSession(client, async () => tokens);
  });

/** Runs an operation of the client that changes the tokens of a user's session. */
export const runSessionChange = async (
  user: User,
  operationType: "link" | "reauthenticate",
  run: (client: IdentityClient) => Promise<unknown>,
): Promise<UserCredential> =>
  performOperation({ core: authCoreOf(ownerOf(user).core.auth), operationType, owner: user }, run);
