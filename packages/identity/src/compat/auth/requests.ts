import type { FirebaseApp } from "@firebase/app";
import { type IdentityClient, partsOf } from "../../client/client-parts.ts";
import { IdentityError } from "../../errors/identity-error.ts";
import type { Http } from "../../http/http.ts";
import type { Auth } from "../types.ts";

const LOOKUP = "v1/accounts:lookup";

/** What the engine gives to its requests. */
type Sender = { auth: Auth; client: () => IdentityClient };

type AppCheck = { getToken(): Promise<{ token: string }> };

/** The part of the app's component container that is used here. */
export type Container = {
  getProvider(name: string): {
    getImmediate(options?: { optional?: boolean }): unknown;
    isInitialized(): boolean;
    initialize(options?: { options?: object }): unknown;
    getOptions(): object;
  };
  addOrOverwriteComponent(component: object): void;
};

export const containerOf = (app: FirebaseApp) => (app as unknown as { container: Container }).container;

/** Adds the emulator's address, tenant, language and app of an `Auth` to its requests. All four may change later. */
export function createRequests(sender: Sender) {
  /** The responses of lookups that the client is about to repeat, by ID token. */
  const lookups = new Map<string, object>();

  const headersOf = async (init: RequestInit | undefined) => {
    const { app, languageCode } = sender.auth;
    const headers = new Headers(init?.headers);
    if (languageCode) headers.set("X-Firebase-Locale", languageCode);
    if (app.options.appId) headers.set("X-Firebase-gmpid", app.options.appId);
    const appCheck = containerOf(app)
      .getProvider("app-check-internal")
      .getImmediate({ optional: true }) as AppCheck | null;
    const given = (app as { settings?: { appCheckToken?: string } }).settings?.appCheckToken;
    const token = given ?? (await appCheck?.getToken())?.token;
    if (token) headers.set("X-Firebase-AppCheck", token);
    return headers;
  };

  const requests = {
    /** The origin of an emulator, if one is set. */
    origin: undefined as string | undefined,
    /** Whether a request has been sent. */
    isStarted: false,
    /** Rejects every later request, because the app was deleted. */
    isClosed: false as boolean,
    fetch:
      (inner: typeof fetch): typeof fetch =>
      async (input, init) => {
        requests.isStarted = true;
        const url = String(input);
        const headers = await headersOf(init);
        return inner(requests.origin ? url.replace("https://", requests.origin) : url, { ...init, headers });
      },
    http:
      (inner: Http): Http =>
      async (path, body, ...more) => {
        if (requests.isClosed) throw new IdentityError("client-disposed");
        const { idToken } = Object(body) as { idToken?: string };
        const known = path === LOOKUP && lookups.get(idToken ?? "");
        if (known) return known;
        const { tenantId } = sender.auth;
        // A request with an ID token needs no tenant, because the token names it.
        return inner(path, body && tenantId && !idToken ? { ...body, tenantId } : body, ...more);
      },
    /** Looks an account up, and answers the client's own lookups of this token until the returned function is called. */
    async lookUp(idToken: string): Promise<() => void> {
      lookups.set(idToken, await partsOf(sender.client()).http(LOOKUP, { idToken }));
      return () => lookups.delete(idToken);
    },
  };
  return requests;
}
