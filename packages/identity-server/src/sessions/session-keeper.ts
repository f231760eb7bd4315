import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Device } from "@tallybin/contract/device";
import type { JWTPayload } from "jose";
import { type BindingMode, createBinding } from "../binding/binding.ts";
import { ApiError, SESSION_ENDED, TokenRefusal, UnavailableError } from "../errors/errors.ts";
import { createSecret, hashSecret } from "../http/session-cookie.ts";
import { type Observe, runUnobserved } from "../observe.ts";
import type { Place, SealedToken, SessionStore } from "../stores/session-store.ts";
import type { TokenVerifier } from "../tokens/id-token.ts";
import type { OpenSession } from "./browser-sessions.ts";
import { BrokenSealError, type Cell, createSealer } from "./sealing.ts";
import { createTokenService, type NewTokens, type SendRequest } from "./token-service.ts";

export type SessionOptions = {
  store: SessionStore;
  /** The first encrypts, all decrypt: at least 32 random characters each. */
  secrets: readonly [string, ...string[]];
  /** The site's own origin, such as `https://www.example.com`. */
  origin: string;
  apiKey: string;
  /** `release` returns refresh tokens to browsers, after a site went back to sessions in the browser. */
  mode?: "server" | "release";
  /** Which requests of a session that is bound to its browser need the browser's proof; default: `pages`. */
  binding?: BindingMode;
  /** The origin of local services, such as "http://localhost:9099", instead of Google's services. */
  localServices?: string;
  /** The token service's address; by default Google's. */
  tokenServiceUrl?: string;
  /** Sends a request to the token service; by default `fetch`. */
  fetchTokens?: SendRequest;
  /** Equal for all spellings of an address; by default in lower case. */
  emailKeyOf?: (email: string) => string;
  /**
   * Counts a hand-over of an account, or a refusal of a client, and rejects with an {@link ApiError} over a limit.
   * Only refusals count, because all employees of a company may sign in from one address at once.
   */
  count?: (scope: "session-hand-over" | "session-client", subject: string) => Promise<void>;
  /** Called after a sign-in was handed over, and after a session ended. Not called when a session expires. */
  onChange?: OnSessionChange;
  observe?: Observe;
  /** Called for a token that does not decrypt, for a claim that could not be given up, and for a failed `onChange`. */
  onFault?: (error: unknown) => void;
};

/** What happened to a session of an account. */
export type SessionChange = { uid: string } & (
  | {
      kind: "handed-over";
      session: string;
      device: Device;
      /** `moved`: the browser kept this session until now. `renewed`: a change of the account brought new tokens. */
      how: "signed-in" | "moved" | "renewed";
      /** The ID token of the handed-over session, already verified. */
      idToken: string;
      claims: JWTPayload;
      request: Request;
      /** The headers of the response, to which the application can add a cookie. */
      headers: Headers;
    }
  | { kind: "signed-out"; device: Device }
  /** Another session of the account ended this one. @param device the ended session's */
  | { kind: "ended"; device: Device; by: Device }
  /** The token service refused the session's token with this code, such as `TOKEN_EXPIRED` after a new password. */
  | { kind: "refused"; code: string }
  /** A page asked for the end of all sessions, because it has deleted the account. */
  | { kind: "account-deleted"; device: Device }
);

/** Runs before the response. A rejection goes to `onFault` and does not undo the session's change. */
export type OnSessionChange = (change: SessionChange) => Promise<void>;

/** The tokens of a sign-in, or the next tokens of a session. */
type HandOver = {
  idToken: string;
  refreshToken: string;
  device: Device;
  /** The session that gets these tokens; undefined after a sign-in. */
  renewed: OpenSession | undefined;
  place: Place;
  /** The browser kept this session before. Its lifetime counts from now, so that a site's switch ends none. */
  isMoved: boolean;
};

type SharedToken = { idToken: string; expiresInSeconds: number };

/** Longer than an exchange's timeout. Afterwards, another server may claim the session of a killed server. */
const CLAIM_SECONDS = 12;
/** How long the result of an exchange is shared with later callers. */
const SHARED_SECONDS = 5;
const LOOK_EVERY_MS = 100;
/** A request waits longer than a claim lasts, so that it still gets an ID token if the claiming server was killed. */
const PATIENCE_MS = 13_000;

/** Identifies a caller's ID token: this many characters of a signature distinguish two tokens, and are useless otherwise. */
const tokenMarkOf = (idToken: string): string => idToken.slice(-16);

const cellOf = (id: string): Cell => ({ id, column: "refresh_token" });

export type Sessions = ReturnType<typeof createSessions>;

/** Keeps refresh tokens and spends them: one exchange per session at a time, across all servers. */
export function createSessions(options: SessionOptions & { tokens: TokenVerifier }) {
  const { store, origin, secrets, apiKey, tokens, mode = "server", observe = runUnobserved } = options;
  const { count = async () => undefined, onFault = (): void => undefined } = options;
  const { emailKeyOf = (email: string) => email.toLowerCase(), fetchTokens = fetch } = options;
  // Local services have one origin for all of Google's hosts.
  const { localServices = "https:/" } = options;
  const { tokenServiceUrl: url = `${localServices}/securetoken.googleapis.com` } = options;
  const report: OnSessionChange = async (change) => options.onChange?.(change).catch(onFault);
  const sealer = createSealer(secrets);
  const callTokenService = createTokenService(url, apiKey, origin, fetchTokens);
  const exchangeToken = (token: string) =>
    observe({ kind: "session", name: "token-service" }, () => callTokenService(token));
  const running = new Map<string, Promise<SharedToken>>();

  const sealToken = async (id: string, { refreshToken, claims }: NewTokens): Promise<SealedToken> => ({
    refreshToken: await sealer.seal(refreshToken, cellOf(id)),
    emailHash:
      typeof claims["email"] === "string" ? (sealer.hashesOf(emailKeyOf(claims["email"]))[0] ?? null) : null,
  });

  const findAgain = async ({ id, secretHash }: Pick<OpenSession, "id" | "secretHash">) =>
    (await store.find([secretHash])).find((each) => each.id === id);

  /**
   * Spends the token of a claimed session. A definite code or a token that does not decrypt ends the session.
   * @returns undefined if a hand-over has replaced the refused token meanwhile
   */
  async function spendRefreshToken(
    { id, uid, secretHash }: OpenSession,
    claim: string,
    sealed: string,
  ): Promise<SharedToken | undefined> {
    try {
      const exchanged = await exchangeToken(await sealer.open(sealed, cellOf(id)));
      const { idToken, claims, expiresInSeconds } = exchanged;
      if (claims.sub !== uid) throw new BrokenSealError();
      const isStored = await store.settle(id, claim, {
        ...(await sealToken(id, exchanged)),
        idToken: await sealer.seal(idToken, { id, column: "id_token" }),
        mark: tokenMarkOf(idToken),
        expiresInSeconds,
        sharedSeconds: SHARED_SECONDS,
      });
      // The session was ended on another device during the exchange.
      if (!isStored && !(await findAgain({ id, secretHash }))) throw new TokenRefusal(SESSION_ENDED);
      return { idToken, expiresInSeconds };
    } catch (error) {
      const isOver = error instanceof TokenRefusal || error instanceof BrokenSealError;
      if (error instanceof BrokenSealError) onFault(error);
      const isSettled = await store.settle(id, claim, isOver ? "refused" : "unanswered").catch(onFault);
      if (isOver && isSettled === false) return undefined;
      if (isSettled && error instanceof TokenRefusal)
        await report({ kind: "refused", uid, code: error.code });
      throw error instanceof BrokenSealError ? new TokenRefusal(SESSION_ENDED) : error;
    }
  }

  /** The shared ID token; undefined if it cannot be decrypted here. */
  const openSharedToken = (sealed: string, id: string): Promise<string | undefined> =>
    sealer.open(sealed, { id, column: "id_token" }).catch((error: unknown) => {
      if (error instanceof BrokenSealError) onFault(error);
      return undefined;
    });

  async function exchangeOnce(own: OpenSession, mark: string): Promise<SharedToken> {
    const { id } = own;
    const claim = randomUUID();
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const sealed = await store.claim(own, claim, mark, CLAIM_SECONDS).catch(async (error: unknown) => {
        if (error instanceof ApiError) await store.settle(id, claim, "unanswered");
        throw error;
      });
      if (sealed !== undefined) {
        const spent = await spendRefreshToken(own, claim, sealed);
        if (spent !== undefined) return spent;
        continue;
      }
      const found = await findAgain(own);
      if (!found) throw new TokenRefusal(SESSION_ENDED);
      if (found.idToken !== null) {
        const idToken = await openSharedToken(found.idToken, id);
        if (idToken !== undefined && tokenMarkOf(idToken) !== mark)
          return { idToken, expiresInSeconds: Math.floor(found.expiresInSeconds ?? 0) };
      }
      if (performance.now() > deadline) throw new UnavailableError("token service");
      await pause(LOOK_EVERY_MS);
    }
  }

  async function shareExchange(own: OpenSession, mark: string): Promise<SharedToken> {
    const { id } = own;
    for (let shared = running.get(id); shared !== undefined; shared = running.get(id)) {
      const token = await shared;
      if (tokenMarkOf(token.idToken) !== mark) return token;
    }
    const exchange = exchangeOnce(own, mark).finally(() => running.delete(id));
    running.set(id, exchange);
    return exchange;
  }

  async function storeHandOver(handOver: HandOver) {
    const { idToken, refreshToken, device, renewed, place, isMoved } = handOver;
    const { uid } = await tokens.verifyIdToken(idToken);
    if (renewed && renewed.uid !== uid) throw new TokenRefusal(SESSION_ENDED);
    // Count before the exchange, so that a flood of wrong tokens does not reach the token service.
    await count("session-hand-over", uid);
    const exchanged = await exchangeToken(refreshToken);
    const { idToken: newIdToken, claims } = exchanged;
    if ((await tokens.verifyIdToken(newIdToken)).uid !== uid) throw new TokenRefusal("INVALID_REFRESH_TOKEN");
    const owner = { uid, idToken: newIdToken, claims };
    const signedInAt = isMoved ? undefined : Number(claims["auth_time"]);
    if (renewed) {
      const secret = sealer.renewedSecretOf(renewed.secret);
      const tokensOfRow = await sealToken(renewed.id, exchanged);
      const next = { ...tokensOfRow, secretHash: hashSecret(secret), signedInAt, place };
      if (await store.renew(renewed, next)) return { ...owner, id: renewed.id, secret };
      // Without a new cookie: the tokens of a later hand-over stay.
      if (await findAgain(renewed)) return { ...owner, id: renewed.id, secret: renewed.secret };
    }
    const [id, secret] = [randomUUID(), createSecret()];
    const secretHash = hashSecret(secret);
    const row = { ...place, id, uid, device, secretHash, signedInAt };
    await store.insert({ ...row, ...(await sealToken(id, exchanged)) });
    return { ...owner, id, secret };
  }

  return {
    mode,
    origin,
    store,
    report,
    onFault,
    observe,
    binding: createBinding(store, secrets, origin, options.binding ?? "pages"),
    countRefusal: (client: string) => count("session-client", client),
    /**
     * Takes tokens into custody; an exchange proves that both belong to one account. Returns the session, its cookie's
     * secret, and the exchange's ID token. New tokens of a session that has ended meanwhile begin another one, because
     * another tab may have exchanged the tokens before them, which the account's change has revoked.
     * @throws InvalidTokenError; TokenRefusal for the refresh token, or for a session of another account
     */
    handOver: (handOver: HandOver) =>
      observe({ kind: "session", name: "hand-over" }, () => storeHandOver(handOver)),
    /**
     * An ID token for a session. Concurrent callers share one exchange.
     * @param mark the mark of the caller's current ID token, which is not returned again
     * @throws TokenRefusal when the session has ended; UnavailableError if no exchange succeeds in time
     */
    exchange: (own: OpenSession, mark: string) =>
      observe({ kind: "session", name: "exchange" }, () => shareExchange(own, mark)),
    /** Returns a refresh token. @throws TokenRefusal if there is none */
    async release({ id }: OpenSession): Promise<string> {
      const sealed = await store.release(id);
      if (sealed === undefined) throw new TokenRefusal(SESSION_ENDED);
      return sealer.open(sealed, cellOf(id)).catch((error: unknown) => {
        throw error instanceof BrokenSealError ? new TokenRefusal(SESSION_ENDED) : error;
      });
    },
  };
}
