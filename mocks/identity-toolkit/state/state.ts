import { TOTP } from "otpauth";
import * as v from "valibot";
import { optionalFields } from "../../http/wire.ts";
import {
  Account,
  type AccountChanges,
  applyAccountChanges,
  type ProviderChanges,
  type ProviderInfo,
} from "./account.ts";
import * as codes from "./codes.ts";
import { Settings, StoredConfig } from "./settings.ts";

/** A configured provider, as the administration API shows it. Its key is its ID. */
const ProviderConfig = v.looseObject({
  name: v.string(),
  enabled: v.optional(v.boolean()),
  ...optionalFields(v.string(), "displayName", "issuer"),
});
export type ProviderConfig = v.InferOutput<typeof ProviderConfig>;

/** Records by their key; in a snapshot, a list of entries. */
const table = <Row extends v.GenericSchema>(row: Row) =>
  v.pipe(
    v.optional(v.array(v.tuple([v.string(), row])), []),
    v.transform((entries) => new Map(entries)),
  );

/** The identity service's whole state. Fields missing in an older snapshot are empty. */
export const IdentityData = v.object({
  /** By account ID. */
  users: table(Account),
  oobCodes: table(codes.OobRecord),
  smsCodes: table(codes.SmsRecord),
  temporaryProofs: table(codes.TemporaryProof),
  /** By session info. */
  totpEnrollments: table(codes.TotpEnrollment),
  /** By enrollment ID. */
  totp: table(codes.TotpRecord),
  persons: v.optional(v.array(codes.ProviderPerson), []),
  authorizations: table(codes.Authorization),
  issued: table(codes.IssuedCredential),
  passkeys: v.optional(
    v.object({ keys: table(codes.PasskeyKey), challenges: table(codes.PasskeyChallenge) }),
    {},
  ),
  providerConfigs: table(ProviderConfig),
  storedConfig: v.optional(StoredConfig, {}),
  settings: Settings,
});
type IdentityData = v.InferOutput<typeof IdentityData>;

/**
 * The data of one project: accounts, codes, settings. Contains no rules of the API. It searches instead of using
 * indexes, because a test has few accounts.
 * @param initial settings of every new project that differ from the defaults
 */
export function createIdentityState(initial: Partial<Settings> = {}) {
  const createData = (): IdentityData => {
    const empty = v.parse(IdentityData, { settings: {} });
    return { ...empty, settings: { ...empty.settings, ...initial } };
  };
  const data = createData();
  const listAccounts = (): Account[] => [...data.users.values()];
  const findAccount = (test: (account: Account) => boolean): Account | undefined => listAccounts().find(test);
  const findByEmail = (email: string): Account | undefined => {
    const wanted = email.toLowerCase();
    return wanted === "" ? undefined : findAccount((account) => account.email === wanted);
  };
  const putAccount = (account: Account): Account => {
    data.users.set(account.localId, account);
    return account;
  };
  const removeAccount = (uid: string): void => {
    for (const map of [data.passkeys.keys, data.totpEnrollments, data.totp])
      for (const [key, record] of map) if (record.uid === uid) map.delete(key);
    data.users.delete(uid);
  };

  return Object.assign(data, {
    /** Whether this provider may sign users in: if the project configures none, every provider may. */
    allowsProvider: (providerId: string): boolean => {
      if (data.settings.disabledProviders.includes(providerId)) return false;
      return data.providerConfigs.size === 0 || data.providerConfigs.get(providerId)?.enabled === true;
    },
    accounts: listAccounts,
    account: (uid: string): Account | undefined => data.users.get(uid),
    accountByEmail: findByEmail,
    accountByInitialEmail: (email: string) =>
      findAccount(({ initialEmail }) => initialEmail === email.toLowerCase()),
    accountByPhone: (wanted: string) => findAccount(({ phoneNumber }) => phoneNumber === wanted),
    accountByProvider: (providerId: string, rawId: string) => {
      const isWanted = (info: ProviderInfo) => info.providerId === providerId && info.rawId === rawId;
      return findAccount(({ providerUserInfo }) => providerUserInfo?.some(isWanted) === true);
    },
    /** Accounts with this address: first the account's own address, then addresses of providers. */
    accountsByAnyEmail: (email: string): Account[] => {
      const wanted = email.toLowerCase();
      const owner = findByEmail(wanted);
      const others = listAccounts().filter(
        (account) => account !== owner && account.providerUserInfo?.some((info) => info.email === wanted),
      );
      return owner ? [owner, ...others] : others;
    },
    create: (localId: string, changes: AccountChanges, providers?: ProviderChanges): Account =>
      putAccount(applyAccountChanges({ localId }, changes, providers)),
    update: (account: Account, changes: AccountChanges, providers?: ProviderChanges): Account =>
      putAccount(applyAccountChanges(data.users.get(account.localId) ?? account, changes, providers)),
    remove: removeAccount,
    removeAll: (): void => {
      for (const { localId } of listAccounts()) removeAccount(localId);
    },
    /**
     * Moves what lies ahead of a clock that has returned to its present time: a password's change or a used code in
     * the future would refuse every sign-in until then. Tokens are valid from the next second on, as after a
     * revocation.
     */
    forgetFuture: (now: number): void => {
      const second = Math.floor(now / 1000);
      for (const account of listAccounts())
        if (Number(account.validSince ?? 0) > second)
          putAccount({ ...account, validSince: String(second + 1) });
      const step = TOTP.counter({ timestamp: now });
      for (const record of data.totp.values()) record.lastStep = Math.min(record.lastStep, step);
    },
    /** A copy as plain JSON, for `IdentityData`. */
    snapshot: (): v.InferInput<typeof IdentityData> => {
      const tables = Object.fromEntries(
        Object.entries(data).filter(([name]) => Object.hasOwn(IdentityData.entries, name)),
      );
      return JSON.parse(
        JSON.stringify(tables, (_, value: unknown) => (value instanceof Map ? [...value] : value)),
      );
    },
    restore: (next: IdentityData): void => void Object.assign(data, structuredClone(next)),
    clear: (): void => void Object.assign(data, createData()),
  });
}
export type IdentityState = ReturnType<typeof createIdentityState>;
