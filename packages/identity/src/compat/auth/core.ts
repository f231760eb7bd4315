import { lookUpAccount } from "../../api/lookup.ts";
import { TokenResponse } from "../../api/token-response.ts";
import { createIdentityClient } from "../../client/client.ts";
import { forUser, type IdentityClient, partsOf } from "../../client/client-parts.ts";
import { reload } from "../../client/session-call.ts";
import { IdentityError } from "../../errors/identity-error.ts";
import { parseWire } from "../../http/http.ts";
import { NAMESPACE } from "../../lib/browser.ts";
import { isSameData } from "../../lib/data.ts";
import { memoryPersistence } from "../../persistence/persistence.ts";
import type { Session } from "../../session/session.ts";
import type { SessionState } from "../../session/state.ts";
import { createSession, decodeClaims } from "../../session/tokens.ts";
import { startSession } from "../../sign-in/credential.ts";
import type { User as Profile } from "../../user.ts";
import { toAuthError, unsupportedError } from "../errors.ts";
import type { Auth, Dependencies, User } from "../types.ts";
import { createChecks, createObservers } from "./observers.ts";
import { chooseFirstPersistence } from "./persistence.ts";
import { createRequests } from "./requests.ts";
import { type Engine, ownerOf, UserImpl, updateUser } from "./user.ts";

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The user of a sign-in that has not finished, and the function to call when the sign-in finishes. */
type Candidate = { user: UserImpl; end: () => void };

export type AuthCore = ReturnType<typeof createCore>;

const serverSettingsOf = (app: object) =>
  "settings" in app ? (app.settings as { authIdToken?: string }) : undefined;

/**
 * The engine of one `Auth`: follows the client's session, and keeps the current user and the listeners.
 * @param auth the public object, whose `currentUser` this engine sets
 * @throws AuthError `auth/invalid-api-key`
 */
export function createCore(
  auth: Mutable<Auth>,
  { persistence = [], popupRedirectResolver: resolver, client: options = {} }: Dependencies,
) {
  const { app, name } = auth;
  const { apiKey = "", projectId = apiKey } = app.options;
  const serverSettings = serverSettingsOf(app);
  const isServer = serverSettings !== undefined;
  /** Each app has a session of its own. */
  const namespace = name === "[DEFAULT]" || isServer ? NAMESPACE : `${NAMESPACE}-${name}`;
  const place = { apiKey, projectId, appName: name, namespace };
  const checks = createChecks(name);
  const tokenObservers = createObservers();
  const stateObservers = createObservers();
  /** The users of sign-ins that have not finished, by ID token. */
  const candidates = new Map<string, UserImpl>();
  /** The profile of the session that `followSession` saw last; `seenToken` is its ID token. */
  let seen: Profile | undefined;
  let seenToken: string | undefined;
  let notifiedUid: string | undefined;
  let isInitialized = false;
  let holds = 0;
  let isDue = false;

  const translateError = (error: unknown) => toAuthError(error, name);
  const requests = createRequests({ auth, client: () => client });
  const client = openClient();
  const { platform, runner, http } = partsOf(client);
  runner.watch(followSession);
  // Takes a redirect's response from the page's URL at once, before the application reads the URL.
  resolver?.take?.(client);
  const initialized = runner
    .known()
    .then(() => startOnServer(serverSettings?.authIdToken))
    .catch((error) => isServer && console.warn("The authIdToken signs no user in:", translateError(error)))
    .then(() => resolver?.resume?.(auth))
    .then(() => {
      isInitialized = true;
      notifiedUid = auth.currentUser?.uid;
    });

  function openClient(): IdentityClient {
    try {
      return createIdentityClient({
        ...place,
        persistence: isServer ? memoryPersistence() : chooseFirstPersistence([persistence].flat(), place),
        ...options,
        recaptcha: (inner) => requests.http(options.recaptcha?.(inner) ?? inner),
        fetch: requests.fetch(options.fetch ?? ((...request) => globalThis.fetch(...request))),
      });
    } catch (error) {
      throw translateError(error);
    }
  }

  function followSession(state: SessionState | undefined): void {
    if (!state || (state.status === "unknown" && !state.reason)) return;
    const { session } = state;
    const before = auth.currentUser;
    const isChanged = !isSameData(session?.user, seen);
    seen = session?.user;
    if (session) {
      const candidate = candidates.get(session.idToken);
      candidates.delete(session.idToken);
      const same = before?.uid === session.user.uid ? before : undefined;
      const user = candidate ?? same ?? new UserImpl(core, session);
      // A candidate's profile comes from a lookup already, so the session's older profile must not replace it.
      updateUser(user, session, isChanged && !candidate);
      auth.currentUser = user;
    } else auth.currentUser = null;
    const isNews = auth.currentUser !== before || session?.idToken !== seenToken;
    seenToken = session?.idToken;
    if (isNews) notifyListeners();
  }

  /** Calls the token's listeners, and also the user's listeners if another user is signed in. */
  function notifyListeners(): void {
    isDue = holds > 0;
    if (isDue || !isInitialized) return;
    const { currentUser } = auth;
    tokenObservers.call(currentUser);
    if (notifiedUid === currentUser?.uid) return;
    notifiedUid = currentUser?.uid;
    stateObservers.call(currentUser);
  }

  const isCurrentUser = (user: User): boolean =>
    auth.currentUser?.uid === user.uid && !candidates.has(ownerOf(user).session.idToken);

  /** Calls the callbacks that may block the sign-in of a session's user. */
  async function proposeUser(session: Session, done: () => void): Promise<Candidate> {
    const user = new UserImpl(core, session);
    const endCandidate = () => {
      candidates.delete(session.idToken);
      done();
    };
    try {
      if (user.tenantId !== auth.tenantId) throw new IdentityError("tenant-id-mismatch");
      candidates.set(session.idToken, user);
      await checks.run(user);
      return { user, end: endCandidate };
    } catch (error) {
      endCandidate();
      throw error;
    }
  }

  /** A server has an ID token and no refresh token. The handle that replaces the refresh token is never sent. */
  async function startOnServer(idToken: string | undefined): Promise<void> {
    if (!idToken) return;
    const done = await requests.lookUp(idToken);
    const expiresIn = decodeClaims(idToken).exp - platform.now() / 1000;
    await startSession(client, async () => ({ idToken, handle: "authIdToken", expiresIn }));
    await reload(client).finally(done);
  }

  const core = {
    auth,
    client,
    resolver,
    place,
    isServer,
    checks,
    tokenObservers,
    stateObservers,
    requests,
    /** Resolves when the current user is known. */
    initialized,
    notify: notifyListeners,
    isCurrent: isCurrentUser,
    /** Runs work, and rejects with the SDK's errors. */
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work();
      } catch (error) {
        throw translateError(error);
      }
    },
    /** @throws AuthError for an app of `initializeServerApp`, because its `authIdToken` chooses its user */
    requireNoServer(): void {
      if (isServer)
        throw unsupportedError(
          name,
          "Operations that alter the current user are not supported in conjunction with FirebaseServerApp",
        );
    },
    /** @throws IdentityError `signed-out` for a user who is not the current one */
    clientFor(user: User): IdentityClient {
      if (!isCurrentUser(user)) throw new IdentityError("signed-out");
      return forUser(client, user.uid);
    },
    /**
     * Delays notifications until the returned function is called, so that listeners hear of a change in several steps
     * only once.
     */
    hold(): () => void {
      holds += 1;
      return () => {
        holds -= 1;
        if (isDue) notifyListeners();
      };
    },
    /** Creates a user from a sign-in's tokens and profile, and calls the callbacks that may block the sign-in. */
    async propose(answer: object): Promise<Candidate> {
      const tokens = parseWire(TokenResponse, answer);
      const { idToken } = tokens;
      const done = await requests.lookUp(idToken);
      const user = await lookUpAccount(http, idToken);
      return proposeUser({ ...createSession(tokens, platform.now(), { generation: "" }), user }, done);
    },
    /** Starts a session with the tokens of any user of the same project. */
    async adopt(given: User): Promise<void> {
      const { core: other, session } = ownerOf(given);
      const { refreshToken, idToken } = session;
      if (other.auth.config.apiKey !== apiKey) throw new IdentityError("invalid-user-token");
      if (!refreshToken) throw unsupportedError(name, "A server keeps the tokens of this user");
      const { end } = await proposeUser(session, () => {});
      const expiresIn = Math.max(1, (session.expiresAt - platform.now()) / 1000);
      await startSession(client, async () => ({ idToken, refreshToken, expiresIn })).finally(end);
    },
  };
  return core satisfies Engine;
}
