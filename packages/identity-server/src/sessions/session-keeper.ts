import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Device } from "@tallybin/contract/device";
import type { JWTPayload } from "jose";
import { ApiError, TokenRefusal, UnavailableError } from "../errors/errors.ts";
import { createSecret, hashSecret } from "../http/session-cookie.ts";
import type { Place, SealedToken, SessionStore } from "../stores/session-store.ts";
import type { TokenVerifier } from "../tokens/id-token.ts";
import type { OpenSession } from "./browser-sessions.ts";
import { BrokenSealError, type Sealer } from "./sealing.ts";
import { type ExchangeToken, type NewTokens, SESSION_ENDED } from "./token-service.ts";

type SharedToken = { idToken: string; expiresInSeconds: number };

/** The tokens of a sign-in, or the next tokens of a session. */
export type HandOver = {
  idToken: string;
  refreshToken: string;
  device: Device;
  /** The session that gets these tokens; undefined after a sign-in. */
  renewed: OpenSession | undefined;
  /** Absent from a page of the release before. */
  place: Place | undefined;
  /** The place of a new session of such a page. */
  nextPlace: Place;
  /** The browser kept this session before. Its lifetime counts from now, so that a site's switch ends none. */
  isMoved: boolean;
  /** The secret of the browser's last cookie. */
  last: string | undefined;
};

/** Longer than an exchange's timeout. Afterwards, another server may claim the session of a killed server. */
const CLAIM_SECONDS = 12;
/** How long the result of an exchange is shared with later callers. */
const SHARED_SECONDS = 5;
const LOOK_EVERY_MS = 100;
/** A request waits longer than a claim lasts, so that it still gets an ID token if the claiming server was killed. */
const PATIENCE_MS = 13_000;
/** This many characters of a signature distinguish two tokens, and are useless otherwise. */
const MARK_LENGTH = 16;

/** Identifies a caller's ID token without storing the token. */
const tokenMarkOf = (idToken: string): string => idToken.slice(-MARK_LENGTH);

/**
 * Keeps refresh tokens and spends them: one exchange per session at a time, across all servers.
 * @param countHandOver rejects over the limit of an account
 */
export function createSessionKeeper(parts: {
  store: SessionStore;
  sealer: Sealer;
  tokens: TokenVerifier;
  exchangeToken: ExchangeToken;
  /** Equal for all spellings of an address. */
  emailKeyOf(email: string): string;
  countHandOver(uid: string): Promise<void>;
  onRefused(uid: string, code: string): Promise<void>;
  onFault(error: unknown): void;
}) {
  const { store, sealer, tokens, exchangeToken, emailKeyOf, countHandOver, onRefused, onFault } = parts;
  const running = new Map<string, Promise<SharedToken>>();

  const emailHashOf = ({ email }: JWTPayload): string | null =>
    typeof email === "string" ? (sealer.hashesOf(emailKeyOf(email))[0] ?? null) : null;

  const sealToken = async (id: string, { refreshToken, claims }: NewTokens): Promise<SealedToken> => ({
    refreshToken: await sealer.seal(refreshToken, { id, column: "refresh_token" }),
    emailHash: emailHashOf(claims),
  });

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
      const exchanged = await exchangeToken(await sealer.open(sealed, { id, column: "refresh_token" }));
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
      if (isOver && isSettled && error instanceof TokenRefusal) await onRefused(uid, error.code);
      throw error instanceof BrokenSealError ? new TokenRefusal(SESSION_ENDED) : error;
    }
  }

  const findAgain = async ({ id, secretHash }: Pick<OpenSession, "id" | "secretHash">) =>
    (await store.find([secretHash])).find((each) => each.id === id);

  /** The shared ID token; undefined if it cannot be decrypted here. */
  async function openSharedToken(sealed: string, id: string): Promise<string | undefined> {
    try {
      return await sealer.open(sealed, { id, column: "id_token" });
    } catch (error) {
      if (error instanceof BrokenSealError) onFault(error);
      return undefined;
    }
  }

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

  /**
   * An ID token for a session. Concurrent callers share one exchange.
   * @param mark the mark of the caller's current ID token, which is not returned again
   * @throws TokenRefusal when the session has ended; UnavailableError if no exchange succeeds in time
   */
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

  /** Stores the tokens of a session that continues. Undefined if it has ended meanwhile. */
  async function renew(own: OpenSession, exchanged: NewTokens, { place, isMoved }: HandOver) {
    const secret = sealer.renewedSecretOf(own.secret);
    const isRenewed = await store.renew(own, {
      ...(await sealToken(own.id, exchanged)),
      secretHash: hashSecret(secret),
      signedInAt: startOf(exchanged, isMoved),
      place,
    });
    if (isRenewed) return { id: own.id, secret };
    // Without a new cookie: the tokens of a later hand-over stay.
    return (await findAgain(own)) && { id: own.id, secret: own.secret };
  }

  /** Seconds since the epoch; undefined if the session's lifetime counts from now. */
  const startOf = ({ claims }: NewTokens, isMoved: boolean): number | undefined =>
    isMoved ? undefined : Number(claims["auth_time"]);

  return {
    /**
     * Takes tokens into custody; an exchange proves that both belong to one account. Returns the session, its cookie's
     * secret, and the exchange's ID token. New tokens of a session that has ended meanwhile begin another one, because
     * another tab may have exchanged the tokens before them, which the account's change has revoked.
     * @throws InvalidTokenError; TokenRefusal for the refresh token, or for a session of another account
     */
    async handOver(handOver: HandOver) {
      const { idToken, refreshToken, device, renewed, place, nextPlace, isMoved, last } = handOver;
      const uid = await tokens.verify(idToken);
      if (renewed && renewed.uid !== uid) throw new TokenRefusal(SESSION_ENDED);
      // Count before the exchange, so that a flood of wrong tokens does not reach the token service.
      await countHandOver(uid);
      const exchanged = await exchangeToken(refreshToken);
      if ((await tokens.verify(exchanged.idToken)) !== uid) throw new TokenRefusal("INVALID_REFRESH_TOKEN");
      const owner = { uid, idToken: exchanged.idToken, claims: exchanged.claims };
      const continued = renewed && (await renew(renewed, exchanged, handOver));
      if (continued) return { ...owner, ...continued };
      const [id, secret] = [randomUUID(), createSecret()];
      await store.insert({
        ...(await sealToken(id, exchanged)),
        ...(place ?? nextPlace),
        id,
        uid,
        device,
        secretHash: hashSecret(secret),
        signedInAt: startOf(exchanged, isMoved),
        lastHash: last === undefined ? null : hashSecret(last),
      });
      return { ...owner, id, secret };
    },
    exchange: shareExchange,
    /** Returns a refresh token. @throws TokenRefusal if there is none */
    async release({ id }: OpenSession): Promise<string> {
      const sealed = await store.release(id);
      if (sealed === undefined) throw new TokenRefusal(SESSION_ENDED);
      try {
        return await sealer.open(sealed, { id, column: "refresh_token" });
      } catch (error) {
        throw error instanceof BrokenSealError ? new TokenRefusal(SESSION_ENDED) : error;
      }
    },
  };
}

export type SessionKeeper = ReturnType<typeof createSessionKeeper>;
