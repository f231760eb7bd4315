import type { FirebaseApp } from "@firebase/app";
import { setPersistence, signOut } from "../../client/own-session.ts";
import { authError } from "../errors.ts";
import type {
  Auth,
  AuthSettings,
  Config,
  Dependencies,
  EmulatorConfig,
  NextOrObserver,
  Persistence,
  Unsubscribe,
  User,
} from "../types.ts";
import { type AuthCore, createCore } from "./core.ts";
import { parseEmulator, warnOfEmulator } from "./emulator.ts";
import { type createObservers, nextFunctionOf } from "./observers.ts";
import { openPersistence } from "./persistence.ts";

/** The key of an `Auth`'s engine. Works through a proxy too, because Vue and other stores wrap objects. */
const CORE = Symbol("core");

/** @throws AuthError `auth/argument-error` for an object that is no `Auth` of this package */
export function authCoreOf(auth: Auth): AuthCore {
  const core = (auth as Partial<AuthImpl> | null)?.[CORE]?.();
  if (!core) throw authError("argument-error", { message: "The auth is not one of this package" });
  return core;
}

/** The object that `getAuth` returns. */
export class AuthImpl implements Auth {
  readonly app: FirebaseApp;
  readonly name: string;
  readonly config: Config;
  readonly settings: AuthSettings = { appVerificationDisabledForTesting: false };
  currentUser: User | null = null;
  emulatorConfig: EmulatorConfig | null = null;
  languageCode: string | null = null;
  tenantId: string | null = null;
  declare readonly [CORE]: () => AuthCore;

  /** @throws AuthError `auth/invalid-api-key` */
  constructor(app: FirebaseApp, dependencies: Dependencies) {
    this.app = app;
    this.name = app.name;
    const { apiKey = "", authDomain } = app.options;
    this.config = {
      apiKey,
      authDomain,
      apiHost: "identitytoolkit.googleapis.com",
      apiScheme: "https",
      tokenApiHost: "securetoken.googleapis.com",
      sdkClientVersion: "@tallybin/identity",
    };
    const core = createCore(this, dependencies);
    Object.defineProperty(this, CORE, { value: () => core });
  }

  /** Resolves when the current user is known. */
  async authStateReady(): Promise<void> {
    await authCoreOf(this).initialized;
  }

  /** Calls the listener once with the current user, and again when another user signs in or the user signs out. */
  onAuthStateChanged(listener: NextOrObserver<User>): Unsubscribe {
    const core = authCoreOf(this);
    return addObserver(core, core.stateObservers, listener);
  }

  /** Like `onAuthStateChanged`, and also calls the listener with every new token. */
  onIdTokenChanged(listener: NextOrObserver<User>): Unsubscribe {
    const core = authCoreOf(this);
    return addObserver(core, core.tokenObservers, listener);
  }

  /** Calls the callback before each sign-in and sign-out of this tab. If the callback rejects, neither happens. */
  beforeAuthStateChanged(
    callback: (user: User | null) => void | Promise<void>,
    onAbort?: () => void,
  ): Unsubscribe {
    return authCoreOf(this).checks.add(callback, onAbort);
  }

  /** Moves the session to another storage. */
  async setPersistence(persistence: Persistence): Promise<void> {
    const core = authCoreOf(this);
    core.requireNoServer();
    await core.run(async () => setPersistence(core.client, openPersistence(persistence, core.place)));
  }

  /** Ends the session in all tabs. */
  async signOut(): Promise<void> {
    const core = authCoreOf(this);
    core.requireNoServer();
    if (core.auth.currentUser) await core.checks.run(null);
    await core.run(() => signOut(core.client));
  }

  /** Makes a user of this project the current one again; `null` signs out. */
  async updateCurrentUser(user: User | null): Promise<void> {
    const core = authCoreOf(this);
    core.requireNoServer();
    if (!user) return core.auth.signOut();
    await core.run(() => core.adopt(user));
  }

  /** Sends mails and text messages in the browser's language. */
  useDeviceLanguage(): void {
    this.languageCode = globalThis.navigator?.language ?? null;
  }

  toJSON(): object {
    const { config, name, currentUser } = this;
    const { apiKey, authDomain } = config;
    return { apiKey, authDomain, appName: name, currentUser };
  }

  /** Called by `deleteApp`. */
  async _delete(): Promise<void> {
    const core = authCoreOf(this);
    core.requests.isClosed = true;
    core.client.dispose();
  }
}

function addObserver(
  core: AuthCore,
  observers: ReturnType<typeof createObservers>,
  listener: NextOrObserver<User>,
): Unsubscribe {
  if (core.requests.isClosed) return () => {};
  const next = nextFunctionOf(listener);
  let isOver = false;
  void core.initialized.then(() => isOver || next(core.auth.currentUser));
  const stop = observers.add(next);
  return () => {
    isOver = true;
    stop();
  };
}

/**
 * Sends all requests to an emulator, or to the local services.
 * @param url its address, such as "http://127.0.0.1:9099"; only scheme, host and port count
 * @throws AuthError `auth/invalid-emulator-scheme`; `auth/emulator-config-failed` after a request to another server
 */
export function connectAuthEmulator(auth: Auth, url: string, options?: { disableWarnings: boolean }): void {
  const core = authCoreOf(auth);
  const { requests } = core;
  const isQuiet = !!options?.disableWarnings;
  const { origin, config } = parseEmulator(url, isQuiet, core.auth.name);
  if (requests.isStarted && requests.origin !== origin)
    throw authError("emulator-config-failed", { appName: core.auth.name });
  requests.origin = origin;
  core.auth.emulatorConfig = config;
  core.auth.settings.appVerificationDisabledForTesting = true;
  if (!isQuiet) warnOfEmulator();
}
