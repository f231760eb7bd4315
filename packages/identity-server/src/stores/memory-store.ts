import type { Device } from "@tallybin/contract/device";
import {
  type FoundSession,
  MAX_PER_ACCOUNT,
  RELEASE_SECONDS,
  type SealedToken,
  type SessionLimits,
  type SessionStore,
} from "./session-store.ts";

/** Times in seconds since the epoch. */
type Row = Omit<FoundSession, "expiresInSeconds" | "nowMs"> &
  SealedToken &
  Device & {
    previousHash: string | null;
    mark: string | null;
    idTokenExpiresAt: number;
    sharedUntil: number;
    claim: string | null;
    claimedUntil: number;
    releasedAt: number | null;
    challengedMs: number | null;
    createdAt: number;
    lastUsedAt: number;
  };

const UNCLAIMED = { claim: null, claimedUntil: 0 };
const UNBOUND = { key: null, challengedMs: null, proofHash: null, proofEndsMs: null };
const compareByLastUse = (a: Row, b: Row): number => b.lastUsedAt - a.lastUsedAt || (a.id < b.id ? -1 : 1);

/**
 * Sessions in the memory of one process, for development and tests: a restart ends them, and a second process does not
 * know them. Never throws, and its methods never reject.
 * @param options.now milliseconds since the epoch
 */
export function memoryStore(options: SessionLimits & { now?: () => number }): SessionStore {
  const { idleSeconds, lifetimeSeconds, now: nowMs = Date.now } = options;
  const rows = new Map<string, Row>();
  const nowSeconds = (): number => nowMs() / 1000;
  const filterRows = (matches: (row: Row) => boolean): Row[] => [...rows.values()].filter(matches);

  const isRowAlive = ({ lastUsedAt, createdAt, releasedAt }: Row): boolean =>
    lastUsedAt > nowSeconds() - idleSeconds &&
    createdAt > nowSeconds() - lifetimeSeconds &&
    (releasedAt === null || releasedAt > nowSeconds() - RELEASE_SECONDS);

  const findLivingRow = (id: string): Row | undefined =>
    filterRows((row) => row.id === id && isRowAlive(row))[0];

  const startOf = (signedInAt = nowSeconds()): number => Math.min(nowSeconds(), signedInAt);
  const handedOver = ({ refreshToken, emailHash }: SealedToken) => ({
    refreshToken,
    emailHash,
    idToken: null,
    mark: null,
    ...UNCLAIMED,
    idTokenExpiresAt: 0,
    sharedUntil: 0,
    lastUsedAt: nowSeconds(),
  });

  return {
    idleSeconds,
    lifetimeSeconds,
    async insert(session) {
      const { id, uid, device } = session;
      const crowded = filterRows((row) => row.uid === uid)
        .sort(compareByLastUse)
        .slice(MAX_PER_ACCOUNT - 1);
      for (const row of crowded) rows.delete(row.id);
      rows.set(id, {
        ...session,
        ...device,
        ...UNBOUND,
        ...handedOver(session),
        createdAt: startOf(session.signedInAt),
        previousHash: null,
        releasedAt: null,
      });
    },
    async find(secretHashes) {
      const isOpening = (hash: string | null): boolean => hash !== null && secretHashes.includes(hash);
      return filterRows((row) => isOpening(row.secretHash) || isOpening(row.previousHash))
        .filter(isRowAlive)
        .map((row) => ({
          ...row,
          secretHash: isOpening(row.secretHash) ? row.secretHash : (row.previousHash ?? ""),
          idToken: row.sharedUntil > nowSeconds() ? row.idToken : null,
          expiresInSeconds: row.idTokenExpiresAt - nowSeconds(),
          nowMs: nowMs(),
        }));
    },
    async renew({ id, secretHash: previousHash }, next) {
      const { secretHash, signedInAt, place } = next;
      const row = findLivingRow(id);
      const isOutdated = row && (place.change - row.change || place.turn - row.turn) < 0;
      if (!row || isOutdated) return false;
      Object.assign(row, handedOver(next), {
        secretHash,
        previousHash,
        createdAt: Math.max(row.createdAt, startOf(signedInAt)),
        change: place.change,
        turn: place.turn,
      });
      return true;
    },
    async claim({ id, secretHash }, claim, mark, seconds) {
      const row = findLivingRow(id);
      const isShared = row?.idToken !== null && (row?.sharedUntil ?? 0) > nowSeconds() && row?.mark !== mark;
      if (!row || row.claimedUntil > nowSeconds() || isShared) return undefined;
      Object.assign(row, { claim, claimedUntil: nowSeconds() + seconds });
      if (row.secretHash === secretHash) row.previousHash = null;
      return row.refreshToken;
    },
    async settle(id, claim, outcome) {
      const row = rows.get(id);
      if (row?.claim !== claim) return false;
      Object.assign(row, UNCLAIMED);
      if (outcome === "refused") rows.delete(id);
      else if (outcome !== "unanswered") {
        const { expiresInSeconds, sharedSeconds, ...tokens } = outcome;
        const at = nowSeconds();
        const ends = { idTokenExpiresAt: at + expiresInSeconds, sharedUntil: at + sharedSeconds };
        Object.assign(row, { ...tokens, ...ends, lastUsedAt: at });
      }
      return true;
    },
    async accept(id, replaced) {
      for (const other of replaced) rows.delete(other);
      const row = rows.get(id);
      if (row) row.turn = Math.max(row.turn, 1);
    },
    async prove(id, before, proof) {
      const row = rows.get(id);
      const isUsed = proof !== null && (row?.challengedMs ?? -1) >= proof.challengedMs;
      if (row?.key !== before || isUsed) return false;
      Object.assign(row, proof ?? UNBOUND);
      return true;
    },
    async release(id) {
      const row = findLivingRow(id);
      if (row) row.releasedAt ??= nowSeconds();
      return row?.refreshToken;
    },
    async list(uid) {
      return filterRows((row) => row.uid === uid && isRowAlive(row))
        .sort(compareByLastUse)
        .map(({ createdAt, lastUsedAt, ...row }) => ({
          id: row.id,
          browser: row.browser,
          system: row.system,
          createdAt: new Date(createdAt * 1000),
          lastUsedAt: new Date(lastUsedAt * 1000),
          bound: row.key !== null,
        }));
    },
    async end(ids) {
      const ended = filterRows((row) => ids.includes(row.id));
      for (const { id } of ended) rows.delete(id);
      return ended.map(({ browser, system }) => ({ browser, system }));
    },
    async purge() {
      for (const { id } of filterRows((row) => !isRowAlive(row))) rows.delete(id);
      for (const row of filterRows(({ sharedUntil }) => sharedUntil <= nowSeconds()))
        Object.assign(row, { idToken: null, mark: null });
    },
  };
}
