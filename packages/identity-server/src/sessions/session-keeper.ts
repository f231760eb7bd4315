import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Device } from "@tallybin/contract/device";
import type { JWTPayload } from "jose";
import { ApiError } from "../errors/api-error.ts";
import { TokenRefusal } from "../errors/token-errors.ts";
import { UnavailableError } from "../errors/unavailable-error.ts";
import { createSecret, hashSecret } from "../http/session-cookie.ts";
import type { Claimed, OpenSession, SessionStore } from "../stores/session-store.ts";
import type { TokenVerifier } from "../tokens/id-token.ts";
import { BrokenSealError, type Sealer } from "./sealing.ts";
import { type ExchangeToken, SESSION_ENDED } from "./token-service.ts";

export type SharedToken = { idToken: string; expiresInSeconds: number };

/** The tokens of a sign-in, and the session that this browser had before, according to the request. */
export type HandOver = {
  idToken: string;
  refreshToken: string;
  device: Device;
  secret: string | undefined;
  /** The session that gets these tokens; undefined after a sign-in. */
  renewedId: string | undefined;
  /**
   * The browser kept this session before. Its lifetime counts from now, so that a site's switch to sessions on the
   * server ends no session.
   */
  isMoved: boolean;
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

  /**
   * Spends the token of a claimed row. A definite code or a token that does not decrypt ends the session.
   * @returns undefined if a hand-over has replaced the refused token meanwhile
   */
  async function spendRefreshToken(
    id: string,
    claim: string,
    row: Claimed,
  ): Promise<SharedToken | undefined> {
    try {
      const exchanged = await exchangeToken(
        await sealer.open(row.refreshToken, { id, column: "refresh_token" }),
      );
      const { idToken, claims, expiresInSeconds } = exchanged;
      if (claims.sub !== row.uid) throw new BrokenSealError();
      const isAlive = await store.finish(id, claim, {
        refreshToken: await sealer.seal(exchanged.refreshToken, { id, column: "refresh_token" }),
        emailHash: emailHashOf(claims),
        idToken: await sealer.seal(idToken, { id, column: "id_token" }),
        mark: tokenMarkOf(idToken),
        expiresInSeconds,
        sharedSeconds: SHARED_SECONDS,
      });
      // The session was ended on another device during the exchange.
      if (!isAlive) throw new TokenRefusal(SESSION_ENDED);
      return { idToken, expiresInSeconds };
    } catch (error) {
      const isOver = error instanceof TokenRefusal || error instanceof BrokenSealError;
      if (error instanceof BrokenSealError) onFault(error);
      const isEnded = await (isOver ? store.endClaimed(id, claim) : store.unclaim(id, claim)).catch(onFault);
      if (isEnded === false) return undefined;
      if (isEnded === true && error instanceof TokenRefusal) await onRefused(row.uid, error.code);
      throw error instanceof BrokenSealError ? new TokenRefusal(SESSION_ENDED) : error;
    }
  }

  /** The shared ID token; undefined if it cannot be decrypted here. */
  async function openSharedToken(sealed: string, id: string): Promise<string | undefined> {
    try {
      return await sealer.open(sealed, { id, column: "id_token" });
    } catch (error) {
      if (error instanceof BrokenSealError) onFault(error);
      return undefined;
    }
  }

  async function exchangeOnce(presented: OpenSession, held: string): Promise<SharedToken> {
    const { id } = presented;
    const claim = randomUUID();
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const row = await store.claim(presented, claim, held, CLAIM_SECONDS).catch(async (error: unknown) => {
        if (error instanceof ApiError) await store.unclaim(id, claim);
        throw error;
      });
      if (row) {
        const spent = await spendRefreshToken(id, claim, row);
        if (spent !== undefined) return spent;
        continue;
      }
      const found = await store.find(presented);
      if (!found) throw new TokenRefusal(SESSION_ENDED);
      if (found.idToken !== null) {
        const idToken = await openSharedToken(found.idToken, id);
        if (idToken !== undefined && tokenMarkOf(idToken) !== held)
          return { idToken, expiresInSeconds: Math.floor(found.expiresInSeconds ?? 0) };
      }
      if (performance.now() > deadline) throw new UnavailableError("token service");
      await pause(LOOK_EVERY_MS);
    }
  }

  /**
   * An ID token for a session. Concurrent callers share one exchange.
   * @param held the mark of the caller's current ID token, which is not returned again
   * @throws TokenRefusal when the session has ended; UnavailableError if no exchange succeeds in time
   */
  async function shareExchange(presented: OpenSession, held: string): Promise<SharedToken> {
    const key = `${presented.id} ${presented.secretHash}`;
    for (let shared = running.get(key); shared !== undefined; shared = running.get(key)) {
      const token = await shared;
      if (tokenMarkOf(token.idToken) !== held) return token;
    }
    const own = exchangeOnce(presented, held).finally(() => running.delete(key));
    running.set(key, own);
    return own;
  }

  return {
    /**
     * Takes tokens into custody; an exchange proves that both belong to one account. Returns the session, its cookie's
     * secret, and the exchange's ID token.
     * @throws InvalidTokenError; TokenRefusal for the refresh token, or if the session to renew has ended
     */
    async handOver({ idToken, refreshToken, device, secret, renewedId, isMoved }: HandOver) {
      const uid = await tokens.verify(idToken);
      // Count before the exchange, so that a flood of wrong tokens does not reach the token service.
      await countHandOver(uid);
      const exchanged = await exchangeToken(refreshToken);
      if ((await tokens.verify(exchanged.idToken)) !== uid) throw new TokenRefusal("INVALID_REFRESH_TOKEN");
      const id = renewedId ?? randomUUID();
      const isRenewal = renewedId !== undefined && secret !== undefined;
      const next = isRenewal ? sealer.renewedSecretOf(secret) : createSecret();
      const kept = {
        uid,
        secretHash: hashSecret(next),
        emailHash: emailHashOf(exchanged.claims),
        refreshToken: await sealer.seal(exchanged.refreshToken, { id, column: "refresh_token" }),
        signedInAt: isMoved ? undefined : Number(exchanged.claims["auth_time"]),
      };
      if (renewedId === undefined) {
        await store.insert({
          id,
          ...kept,
          device,
          replacedHash: secret === undefined ? null : hashSecret(secret),
        });
      } else {
        const isRenewed =
          secret !== undefined && (await store.renew({ id, secretHash: hashSecret(secret) }, kept));
        if (!isRenewed) throw new TokenRefusal(SESSION_ENDED);
      }
      return { uid, id, secret: next, idToken: exchanged.idToken, claims: exchanged.claims };
    },
    exchange: shareExchange,
    /** Returns a refresh token. @throws TokenRefusal if there is none */
    async release(presented: OpenSession): Promise<string> {
      const sealed = await store.release(presented);
      if (sealed === undefined) throw new TokenRefusal(SESSION_ENDED);
      try {
        return await sealer.open(sealed, { id: presented.id, column: "refresh_token" });
      } catch (error) {
        throw error instanceof BrokenSealError ? new TokenRefusal(SESSION_ENDED) : error;
      }
    },
  };
}

export type SessionKeeper = ReturnType<typeof createSessionKeeper>;
