import * as v from "valibot";
import { optionalFields } from "../../http/wire.ts";
import {
  Account,
  type AccountChanges,
  applyAccountChanges,
  type ProviderChanges,
  type ProviderInfo,
} from "./account.ts";
import {
  Authorization,
  IssuedCredential,
  OobRecord,
  PasskeyChallenge,
  PasskeyKey,
  ProviderPerson,
  SmsRecord,
  TemporaryProof,
  TotpRecord,
  totpStepAt,
} from "./codes.ts";
import { createDefaultSettings, Settings, StoredConfig } from "./settings.ts";

/** A configured provider, as the administration API shows it. Its key is its ID. */
const ProviderConfig = v.looseObject({
  name: v.string(),
  enabled: v.optional(v.boolean()),
  ...optionalFields(v.string(), "displayName", "issuer"),
});
export type ProviderConfig = v.InferOutput<typeof ProviderConfig>;

const optionalList = <Item extends v.GenericSchema>(item: Item) => v.optional(v.array(item), []);

/** The identity service's whole state, as plain data. Fields missing in an older snapshot are empty. */
export const IdentitySnapshot = v.object({
  accounts: optionalList(Account),
  oobCodes: optionalList(OobRecord),
  smsCodes: optionalList(SmsRecord),
  temporaryProofs: optionalList(TemporaryProof),
  totp: optionalList(TotpRecord),
  persons: optionalList(ProviderPerson),
  authorizations: optionalList(Authorization),
  issued: optionalList(IssuedCredential),
  passkeys: v.optional(v.object({ keys: v.array(PasskeyKey), challenges: v.array(PasskeyChallenge) }), {
    keys: [],
    challenges: [],
  }),
  providerConfigs: optionalList(v.tuple([v.string(), ProviderConfig])),
  storedConfig: v.optional(StoredConfig, {}),
  settings: Settings,
});
export type IdentitySnapshot = v.InferOutput<typeof IdentitySnapshot>;

/** The data of one project: accounts with their indexes, codes, settings. Contains no rules of the API. */
export class IdentityState {
  settings: Settings;
  readonly #initial: Partial<Settings>;
  readonly oobCodes = new Map<string, OobRecord>();
  readonly smsCodes = new Map<string, SmsRecord>();
  readonly temporaryProofs = new Map<string, TemporaryProof>();
  /** The key is the session info during the enrollment, and the enrollment ID after it. */
  readonly totp = new Map<string, TotpRecord>();
  readonly authorizations = new Map<string, Authorization>();
  readonly issued = new Map<string, IssuedCredential>();
  readonly passkeys = {
    keys: new Map<string, PasskeyKey>(),
    challenges: new Map<string, PasskeyChallenge>(),
  };
  readonly providerConfigs = new Map<string, ProviderConfig>();
  persons: ProviderPerson[] = [];
  /** The parts of the project's configuration that only an administrator reads. */
  storedConfig: StoredConfig = {};
  readonly #accounts = new Map<string, Account>();

  /** @param initial settings of every new project that differ from the defaults */
  constructor(initial: Partial<Settings> = {}) {
    this.#initial = initial;
    this.settings = { ...createDefaultSettings(), ...initial };
  }

  /** Whether this provider may sign users in: if the project configures none, every provider may. */
  allowsProvider(providerId: string): boolean {
    if (this.settings.disabledProviders.includes(providerId)) return false;
    return this.providerConfigs.size === 0 || this.providerConfigs.get(providerId)?.enabled === true;
  }

  accounts(): Account[] {
    return [...this.#accounts.values()];
  }

  get size(): number {
    return this.#accounts.size;
  }

  account(uid: string): Account | undefined {
    return this.#accounts.get(uid);
  }

  /** A search instead of an index, because a test has few accounts. */
  #find(test: (account: Account) => boolean): Account | undefined {
    for (const account of this.#accounts.values()) if (test(account)) return account;
    return undefined;
  }

  accountByEmail(email: string): Account | undefined {
    const wanted = email.toLowerCase();
    return wanted === "" ? undefined : this.#find((account) => account.email === wanted);
  }

  accountByInitialEmail(email: string): Account | undefined {
    return this.#find(({ initialEmail }) => initialEmail === email.toLowerCase());
  }

  accountByPhone(wanted: string): Account | undefined {
    return this.#find(({ phoneNumber }) => phoneNumber === wanted);
  }

  accountByProvider(providerId: string, rawId: string): Account | undefined {
    const isWanted = (info: ProviderInfo) => info.providerId === providerId && info.rawId === rawId;
    return this.#find(({ providerUserInfo }) => providerUserInfo?.some(isWanted) === true);
  }

  /** Accounts with this address: first the account's own address, then addresses of providers. */
  accountsByAnyEmail(email: string): Account[] {
    const wanted = email.toLowerCase();
    const owner = this.accountByEmail(wanted);
    const others = this.accounts().filter(
      (account) => account !== owner && account.providerUserInfo?.some((info) => info.email === wanted),
    );
    return owner ? [owner, ...others] : others;
  }

  create(localId: string, changes: AccountChanges, providers?: ProviderChanges): Account {
    if (localId === "") throw new Error("an account needs an ID");
    return this.#put(applyAccountChanges({ localId }, changes, providers));
  }

  update(account: Account, changes: AccountChanges, providers?: ProviderChanges): Account {
    return this.#put(applyAccountChanges(this.account(account.localId) ?? account, changes, providers));
  }

  remove(uid: string): void {
    for (const map of [this.passkeys.keys, this.totp])
      for (const [key, record] of map) if (record.uid === uid) map.delete(key);
    this.#accounts.delete(uid);
  }

  /**
   * Moves what lies ahead of a clock that has returned to its present time: a password's change or a used code in the
   * future would refuse every sign-in until then. Tokens are valid from the next second on, as after a revocation.
   */
  forgetFuture(now: number): void {
    const second = Math.floor(now / 1000);
    for (const account of this.accounts())
      if (Number(account.validSince ?? 0) > second) this.#put({ ...account, validSince: String(second + 1) });
    for (const record of this.totp.values()) record.lastStep = Math.min(record.lastStep, totpStepAt(now));
  }

  removeAll(): void {
    for (const { localId } of this.accounts()) this.remove(localId);
  }

  #put(account: Account): Account {
    this.#accounts.set(account.localId, account);
    return account;
  }

  snapshot(): IdentitySnapshot {
    return structuredClone({
      accounts: this.accounts(),
      oobCodes: [...this.oobCodes.values()],
      smsCodes: [...this.smsCodes.values()],
      temporaryProofs: [...this.temporaryProofs.values()],
      totp: [...this.totp.values()],
      persons: this.persons,
      authorizations: [...this.authorizations.values()],
      issued: [...this.issued.values()],
      passkeys: {
        keys: [...this.passkeys.keys.values()],
        challenges: [...this.passkeys.challenges.values()],
      },
      providerConfigs: [...this.providerConfigs],
      storedConfig: this.storedConfig,
      settings: this.settings,
    });
  }

  restore(snapshot: IdentitySnapshot): void {
    const copy = structuredClone(snapshot);
    this.clear();
    for (const account of copy.accounts) this.#put(account);
    for (const record of copy.oobCodes) this.oobCodes.set(record.oobCode, record);
    for (const record of copy.smsCodes) this.smsCodes.set(record.sessionInfo, record);
    for (const record of copy.temporaryProofs) this.temporaryProofs.set(record.temporaryProof, record);
    for (const record of copy.totp) this.totp.set(record.mfaEnrollmentId ?? record.sessionInfo, record);
    for (const record of copy.authorizations) this.authorizations.set(record.state, record);
    for (const record of copy.issued) this.issued.set(record.token, record);
    for (const [id, config] of copy.providerConfigs) this.providerConfigs.set(id, config);
    for (const key of copy.passkeys.keys) this.passkeys.keys.set(key.credentialId, key);
    for (const record of copy.passkeys.challenges) this.passkeys.challenges.set(record.challenge, record);
    this.persons = copy.persons;
    this.storedConfig = copy.storedConfig;
    this.settings = copy.settings;
  }

  clear(): void {
    this.removeAll();
    for (const map of [
      this.oobCodes,
      this.smsCodes,
      this.temporaryProofs,
      this.totp,
      this.authorizations,
      this.issued,
      this.providerConfigs,
      this.passkeys.keys,
      this.passkeys.challenges,
    ])
      map.clear();
    this.persons = [];
    this.storedConfig = {};
    this.settings = { ...createDefaultSettings(), ...this.#initial };
  }
}
