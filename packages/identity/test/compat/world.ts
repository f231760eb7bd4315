import { deleteApp, type FirebaseApp, initializeApp } from "@firebase/app";
import { onTestFinished } from "vitest";
import { createLocalServices, type LocalServices } from "../../../../mocks/local-services.ts";
import * as compat from "../../src/compat/index.ts";

export const EMAIL = "ada@example.com";
export const PASSWORD = "correct horse";

/** The components that other products of Firebase ask for. */
export type Internal = {
  getUid(): string | null;
  getToken(forceRefresh?: boolean): Promise<{ accessToken: string } | null>;
  addAuthTokenListener(listener: (token: string | null) => void): void;
  removeAuthTokenListener(listener: (token: string | null) => void): void;
};
export const internalOf = (app: FirebaseApp) =>
  (app as unknown as { container: { getProvider(name: string): { getImmediate(): unknown } } }).container
    .getProvider("auth-internal")
    .getImmediate() as Internal;

/** Each app of the registry has a name of its own. */
let opened = 0;

/** Options for a client of the local services, and the requests it has made. */
function served(services: LocalServices) {
  const requests: Request[] = [];
  const fetchLocal: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request.clone());
    const response = await services.handle(request);
    if (!response || response.type === "error") throw new TypeError("Failed to fetch");
    return response;
  };
  return { requests, client: { fetch: fetchLocal, now: () => services.clock.now() } };
}

/** An application of Firebase whose requests go to the local services. */
export function open({ services = createLocalServices({ seed: 1 }), ...options }: Partial<Options> = {}) {
  const { requests, client } = served(services);
  opened += 1;
  const app = initializeApp(
    { apiKey: "local-example-key", projectId: services.projectId, ...options.config },
    options.name ?? `app-${opened}`,
  );
  onTestFinished(() => deleteApp(app).catch(() => undefined));
  const auth = compat.initializeAuth(app, {
    persistence: compat.inMemoryPersistence,
    ...options.dependencies,
    client: { ...client, ...options.dependencies?.client },
  });
  compat.connectAuthEmulator(auth, "http://localhost:4100", { disableWarnings: true });
  return { app, auth, services, requests, paths: () => requests.map(({ url }) => new URL(url).pathname) };
}

type Options = {
  services: LocalServices;
  name: string;
  config: object;
  dependencies: compat.Dependencies;
};

export const signUp = (auth: compat.Auth, email = EMAIL) =>
  compat.createUserWithEmailAndPassword(auth, email, PASSWORD);
