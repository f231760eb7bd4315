import type { FirebaseApp } from "@firebase/app";
import { isSameData } from "../../lib/data.ts";
import { authError } from "../errors.ts";
import type { Auth, Dependencies, User } from "../types.ts";
import { AuthImpl, authCoreOf } from "./auth.ts";
import { containerOf } from "./requests.ts";
import { ownerOf } from "./user.ts";

/** The object from which other products of Firebase get the user's token. */
function authInternalsOf(auth: Auth) {
  const core = authCoreOf(auth);
  const listeners = new Map<(token: string | null) => unknown, () => void>();
  return {
    getUid: () => core.auth.currentUser?.uid ?? null,
    async getToken(forceRefresh?: boolean) {
      await core.initialized;
      const { currentUser } = core.auth;
      return currentUser && { accessToken: await currentUser.getIdToken(forceRefresh) };
    },
    addAuthTokenListener(listener: (token: string | null) => unknown) {
      if (listeners.has(listener)) return;
      const passToken = (user: User | null) => listener(user && ownerOf(user).session.idToken);
      listeners.set(listener, core.auth.onIdTokenChanged(passToken));
    },
    removeAuthTokenListener(listener: (token: string | null) => unknown) {
      listeners.get(listener)?.();
      listeners.delete(listener);
    },
  };
}

/** A component of Firebase's apps. The app creates it on the first request, so that an import has no effect. */
const createComponent = (name: string, type: string, instanceFactory: (...args: never[]) => unknown) => ({
  name,
  type,
  instanceFactory,
  instantiationMode: "EXPLICIT",
});

const registered = new WeakSet<FirebaseApp>();

/** Registers this package with an app, in place of Google's `firebase/auth` if that has been loaded too. */
export function authProviderOf(app: FirebaseApp) {
  const container = containerOf(app);
  if (!registered.has(app)) {
    registered.add(app);
    const createAuth = (_: unknown, { options }: { options?: Dependencies }) =>
      new AuthImpl(app, options ?? {});
    container.addOrOverwriteComponent(createComponent("auth", "PUBLIC", createAuth));
    const createInternalAuth = () => authInternalsOf(container.getProvider("auth").getImmediate() as Auth);
    container.addOrOverwriteComponent(createComponent("auth-internal", "PRIVATE", createInternalAuth));
  }
  return container.getProvider("auth");
}

/**
 * The `Auth` of an app, with the options of the first call.
 * @throws AuthError `auth/already-initialized` if a later call has other options, `auth/invalid-api-key`
 */
export function initializeAuth(app: FirebaseApp, dependencies: Dependencies = {}): Auth {
  const provider = authProviderOf(app);
  if (!provider.isInitialized()) {
    const auth = provider.initialize({ options: dependencies }) as Auth;
    containerOf(app).getProvider("auth-internal").initialize();
    return auth;
  }
  if (!isSameData(Object.entries(provider.getOptions()), Object.entries(dependencies)))
    throw authError("already-initialized", { appName: app.name });
  return provider.getImmediate() as Auth;
}
