import type { Device } from "@tallybin/contract/device";
import {
  LATEST_MOVE_SECONDS,
  MAX_PER_ACCOUNT,
  type NewSession,
  type Presented,
  RELEASE_SECONDS,
  type SessionLimits,
  type SessionStore,
} from "./session-store.ts";

/** Times in seconds since the epoch. */
type Row = Omit<NewSession, "device" | "replacedHash" | "signedInAt"> & {
  browser: string | null;
  system: string | null;
  createdAt: number;
  lastUsedAt: number;
  previousHash: string | null;
  replacedId: string | null;
  claim: string | null;
  claimedUntil: number | null;
  idToken: string | null;
  mark: string | null;
  idTokenExpiresAt: number | null;
  sharedUntil: number | null;
  releasedAt: number | null;
  key: string | null;
  challengedMs: number | null;
  proofHash: string | null;
  proofEndsMs: number | null;
};

const UNCLAIMED = { claim: null, claimedUntil: null };
const UNBOUND = { key: null, challengedMs: null, proofHash: null, proofEndsMs: null };
const NO_ID_TOKEN = { idToken: null, mark: null };
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
  const removeRows = (ids: Iterable<string>): number => [...ids].filter((id) => rows.delete(id)).length;

  const isRowAlive = ({ lastUsedAt, createdAt, releasedAt }: Row): boolean =>
    lastUsedAt > nowSeconds() - idleSeconds &&
    createdAt > nowSeconds() - lifetimeSeconds &&
    (releasedAt === null || releasedAt > nowSeconds() - RELEASE_SECONDS);

  /** The rows that a cookie opens directly; its newest session is first. */
  const rowsOfCookie = (secretHash: string | null): Row[] =>
    filterRows((row) => secretHash !== null && [row.secretHash, row.previousHash].includes(secretHash)).sort(
      (a, b) =>
        Number(b.secretHash === secretHash) - Number(a.secretHash === secretHash) || compareByLastUse(a, b),
    );
  /** The IDs of the sessions that the given ones replaced, directly or through other sessions. */
  const idsReplacedBy = (starts: Row[]): Set<string> => {
    const ids = new Set<string>();
    for (const queue = [...starts]; queue.length > 0; ) {
      const id = queue.pop()?.replacedId;
      if (id === null || id === undefined || ids.has(id)) continue;
      ids.add(id);
      const row = rows.get(id);
      if (row) queue.push(row);
    }
    return ids;
  };
  const endRows = (ended: Row[]): Device[] => {
    removeRows(ended.map(({ id }) => id));
    const replaced = new Set(ended.map(({ replacedId }) => replacedId));
    return ended
      .filter(({ id }) => !replaced.has(id))
      .map(({ browser, system }) => ({ browser: browser ?? undefined, system: system ?? undefined }));
  };
  const idsOpenedBy = (secretHash: string | null): Set<string> => {
    const own = rowsOfCookie(secretHash);
    return new Set([...own.map(({ id }) => id), ...idsReplacedBy(own)]);
  };
  const findOwnRow = ({ id, secretHash }: Presented): Row | undefined => {
    const row = rows.get(id);
    return row && idsOpenedBy(secretHash).has(id) && isRowAlive(row) ? row : undefined;
  };
  const findClaimedRow = (id: string, claim: string): Row | undefined =>
    filterRows((row) => row.id === id && row.claim === claim)[0];

  return {
    idleSeconds,
    lifetimeSeconds,
    async insert({ device, replacedHash, signedInAt, ...session }) {
      const opened = idsOpenedBy(replacedHash);
      const replacedId = rowsOfCookie(replacedHash)[0]?.id ?? null;
      const crowded = filterRows(({ uid }) => uid === session.uid)
        .sort(compareByLastUse)
        .slice(MAX_PER_ACCOUNT - 1);
      const startedAt = Math.min(nowSeconds(), signedInAt ?? nowSeconds());
      const lastStart = Math.min(nowSeconds(), signedInAt ?? nowSeconds() - LATEST_MOVE_SECONDS);
      const unreachable = filterRows(
        (row) => opened.has(row.replacedId ?? "") && !opened.has(row.id) && row.createdAt < lastStart,
      );
      removeRows([...crowded, ...unreachable].map(({ id }) => id));
      rows.set(session.id, {
        ...{ ...session, ...UNCLAIMED, ...NO_ID_TOKEN, ...UNBOUND, replacedId },
        ...{ browser: device.browser ?? null, system: device.system ?? null },
        ...{ createdAt: startedAt, lastUsedAt: nowSeconds() },
        ...{ previousHash: null, idTokenExpiresAt: null, sharedUntil: null, releasedAt: null },
      });
    },
    async renew(presented, { signedInAt, ...next }) {
      const row = findOwnRow(presented);
      if (row?.uid !== next.uid) return false;
      const startedAt = Math.min(nowSeconds(), signedInAt ?? nowSeconds());
      const { secretHash, ...kept } = next;
      // The cookie's newest session, which may be one that has replaced this session.
      const opener = rowsOfCookie(presented.secretHash)[0] ?? row;
      Object.assign(row, kept, UNCLAIMED, {
        ...{ idToken: null, sharedUntil: null },
        ...{ lastUsedAt: nowSeconds(), createdAt: Math.max(row.createdAt, startedAt) },
      });
      Object.assign(opener, { secretHash, previousHash: presented.secretHash });
      return true;
    },
    async claim(presented, claim, held, seconds) {
      const row = findOwnRow(presented);
      if (!row || (row.claimedUntil !== null && row.claimedUntil > nowSeconds())) return undefined;
      if (row.idToken !== null && (row.sharedUntil ?? 0) > nowSeconds() && row.mark !== held)
        return undefined;
      Object.assign(row, { claim, claimedUntil: nowSeconds() + seconds });
      if (row.secretHash === presented.secretHash) row.previousHash = null;
      return { uid: row.uid, refreshToken: row.refreshToken };
    },
    async find(presented) {
      const row = findOwnRow(presented);
      if (!row) return undefined;
      const { uid, idTokenExpiresAt } = row;
      return {
        uid,
        idToken: (row.sharedUntil ?? 0) > nowSeconds() ? row.idToken : null,
        expiresInSeconds: idTokenExpiresAt === null ? null : idTokenExpiresAt - nowSeconds(),
      };
    },
    async binding(presented) {
      const row = findOwnRow(presented);
      if (!row) return undefined;
      const { uid, key, proofHash, proofEndsMs } = row;
      return { uid, key, proofHash, proofEndsMs, nowMs: nowSeconds() * 1000 };
    },
    async bind(presented, proof) {
      const row = findOwnRow(presented);
      if (row?.key !== null) return false;
      Object.assign(row, proof);
      return true;
    },
    async prove(presented, proof) {
      const row = findOwnRow(presented);
      if (row?.key !== proof.key || (row.challengedMs ?? 0) >= proof.challengedMs) return false;
      Object.assign(row, proof);
      return true;
    },
    async unbind(presented) {
      Object.assign(findOwnRow(presented) ?? {}, UNBOUND);
    },
    async findByCookie(secretHash) {
      const row = rowsOfCookie(secretHash).find(isRowAlive);
      return row && { id: row.id, uid: row.uid };
    },
    async finish(id, claim, { expiresInSeconds, sharedSeconds, ...kept }) {
      const row = findClaimedRow(id, claim);
      if (!row) return rows.has(id);
      removeRows(idsReplacedBy([row]));
      Object.assign(row, kept, UNCLAIMED, {
        ...{ idTokenExpiresAt: nowSeconds() + expiresInSeconds, sharedUntil: nowSeconds() + sharedSeconds },
        ...{ lastUsedAt: nowSeconds(), replacedId: null },
      });
      return true;
    },
    async unclaim(id, claim) {
      Object.assign(findClaimedRow(id, claim) ?? {}, UNCLAIMED);
    },
    async endClaimed(id, claim) {
      const row = findClaimedRow(id, claim);
      return row !== undefined && removeRows([...idsReplacedBy([row]), id]) > 0;
    },
    async release(presented) {
      const row = findOwnRow(presented);
      if (!row) return undefined;
      removeRows(idsReplacedBy([row]));
      Object.assign(row, { releasedAt: row.releasedAt ?? nowSeconds(), replacedId: null });
      return row.refreshToken;
    },
    async list(uid, id) {
      const replaced = idsReplacedBy(filterRows((row) => row.id === id));
      return filterRows((row) => row.uid === uid && !replaced.has(row.id) && isRowAlive(row))
        .sort(compareByLastUse)
        .map(({ createdAt, lastUsedAt, ...row }) => ({
          ...{ id: row.id, browser: row.browser, system: row.system },
          ...{ createdAt: new Date(createdAt * 1000), lastUsedAt: new Date(lastUsedAt * 1000) },
          bound: row.key !== null,
        }));
    },
    async end(uid, id) {
      const ended = idsReplacedBy(filterRows((row) => row.id === id && row.uid === uid)).add(id);
      return endRows(filterRows((row) => row.uid === uid && ended.has(row.id)));
    },
    async endOwn(presented) {
      const row = findOwnRow(presented);
      if (row) removeRows([...idsReplacedBy([row]), row.id]);
    },
    async giveUp(presented) {
      const row = findOwnRow(presented);
      if (!row) return;
      rows.delete(row.id);
      for (const later of filterRows(({ replacedId }) => replacedId === row.id))
        later.replacedId = row.replacedId;
      const replaced = rows.get(row.replacedId ?? "");
      if (!replaced) return;
      const { secretHash } = presented;
      if (row.secretHash === secretHash)
        Object.assign(replaced, { secretHash, previousHash: replaced.secretHash });
      else replaced.previousHash = secretHash;
    },
    async isOpening(secretHash) {
      return rowsOfCookie(secretHash).some(isRowAlive);
    },
    async endOthers(uid, keptId) {
      return endRows(filterRows((row) => row.uid === uid && row.id !== keptId));
    },
    async purge() {
      removeRows(filterRows((row) => !isRowAlive(row)).map(({ id }) => id));
      for (const row of filterRows(
        ({ sharedUntil }) => (sharedUntil ?? Number.POSITIVE_INFINITY) <= nowSeconds(),
      ))
        Object.assign(row, NO_ID_TOKEN);
    },
  };
}
