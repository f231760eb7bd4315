import type { FirebaseApp } from "@firebase/app";
import { isSame } from "../../lib/data.ts";
import { authError } from "../errors.ts";
import type { Auth, Dependencies, User } from "../types.ts";
import { AuthImpl, coreOf } from "./auth.ts";
import { containerOf } from "./requests.ts";
import { ownerOf } from "./user.ts";

/** What other products of Firebase ask for the user's token. */
function internalsOf(auth: Auth) {
  const core = coreOf(auth);
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
      const tell = (user: User | null) => listener(user && ownerOf(user).session.idToken);
      listeners.set(listener, core.auth.onIdTokenChanged(tell));
    },
    removeAuthTokenListener(listener: (token: string | null) => unknown) {
      listeners.get(listener)?.();
      listeners.delete(listener);
    },
  };
}

/** The form of a component of Firebase's apps. It starts when asked, so that importing has no effect. */
const component = (name: string, type: string, instanceFactory: (...args: never[]) => unknown) => ({
  name,
  type,
  instanceFactory,
  instantiationMode: "EXPLICIT",
});

const registered = new WeakSet<FirebaseApp>();

/** Registers this package with an app, in place of Google's `firebase/auth` if that has been loaded too. */
export function providerOf(app: FirebaseApp) {
  const container = containerOf(app);
  if (!registered.has(app)) {
    registered.add(app);
    const auth = (_: unknown, { options }: { options?: Dependencies }) => new AuthImpl(app, options ?? {});
    container.addOrOverwriteComponent(component("auth", "PUBLIC", auth));
    const internal = () => internalsOf(container.getProvider("auth").getImmediate() as Auth);
    container.addOrOverwriteComponent(component("auth-internal", "PRIVATE", internal));
  }
  return container.getProvider("auth");
}

/**
 * The auth of an app, with the options of the first call.
 * @throws AuthError `auth/already-initialized` for other options than before, `auth/invalid-api-key`
 */
export function initializeAuth(app: FirebaseApp, dependencies: Dependencies = {}): Auth {
  const provider = providerOf(app);
  if (!provider.isInitialized()) {
    const auth = provider.initialize({ options: dependencies }) as Auth;
    containerOf(app).getProvider("auth-internal").initialize();
    return auth;
  }
  if (!isSame(Object.entries(provider.getOptions()), Object.entries(dependencies)))
    throw authError("already-initialized", { appName: app.name });
  return provider.getImmediate() as Auth;
}
