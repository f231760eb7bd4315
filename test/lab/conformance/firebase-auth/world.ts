import type * as AppSdk from "@firebase/app";
import type * as AuthSdk from "@firebase/auth";

export type { Auth, User, UserCredential } from "@firebase/auth";
export type Sdk = typeof AuthSdk;

/** A user's action at the next consent page. */
export type Consent = {
  email?: string;
  choice: "add" | "deny" | "close" | "chooser";
  /** For the choice "chooser": what to press, one after another, as a test for Google's emulator does. */
  presses?: string[];
};

export type World = {
  env: "node" | "browser";
  sdk: Sdk;
  app: typeof AppSdk;
  origin: string;
  /** Prepares the driver for the next window of the SDK. */
  consent(answer: Consent): Promise<void>;
};

/** `afterRedirect` runs in the page that the SDK returns to, with the result of `run`. */
export type Flow = {
  name: string;
  only?: World["env"];
  run(world: World): Promise<unknown>;
  afterRedirect?(world: World): Promise<unknown>;
};

/** Compares as JSON, because flows check data. */
export function equal(actual: unknown, expected: unknown, what = "value"): void {
  const [shown, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (shown !== wanted) throw new Error(`${what}: ${shown} instead of ${wanted}`);
}

/** The error of a call that must fail with this code. */
export async function fails(work: Promise<unknown> | (() => unknown), code: string): Promise<unknown> {
  try {
    await (typeof work === "function" ? work() : work);
  } catch (error) {
    const found = (error as { code?: string }).code ?? String(error);
    if (found !== `auth/${code}`) throw new Error(`failed with ${found} instead of auth/${code}`);
    return error;
  }
  throw new Error(`succeeded instead of failing with auth/${code}`);
}

const PROJECT = "demo-project";
export const PASSWORD = "correct horse";
let made = 0;

/** A fresh app; its name is part of every storage key of the SDK. */
export function createApp({ app }: World, name?: string) {
  made += 1;
  return app.initializeApp(
    { apiKey: "any-key", authDomain: "demo-project.firebaseapp.com", projectId: PROJECT },
    name ?? `app-${made}`,
  );
}

/** An `Auth` without persistence, connected to the local services. */
export function connect(world: World, name?: string): AuthSdk.Auth {
  const { sdk, origin, env } = world;
  const auth = sdk.initializeAuth(createApp(world, name), {
    persistence: sdk.inMemoryPersistence,
    ...(env === "browser" && { popupRedirectResolver: sdk.browserPopupRedirectResolver }),
  });
  sdk.connectAuthEmulator(auth, origin, { disableWarnings: true });
  auth.settings.appVerificationDisabledForTesting = true;
  return auth;
}

/** A connected `Auth`, signed in as a new user with a password. */
export async function signedUp(world: World, email = "ada@example.test") {
  const auth = connect(world);
  const { user } = await world.sdk.createUserWithEmailAndPassword(auth, email, PASSWORD);
  return { auth, user, email };
}

/**
 * A human check that passes without a user. Each SMS needs a new one, because the SDK's replacement works only once.
 */
export const verifierOf = ({ sdk }: World, auth: AuthSdk.Auth) =>
  new sdk.RecaptchaVerifier(auth, document.body.appendChild(document.createElement("div")), {
    size: "invisible",
  });

/** Controls the local services. */
export function services({ origin }: World) {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    reset: () => call("POST", "/__local/reset"),
    advance: (ms: number) => call("POST", "/__local/clock", { advance: ms }),
    fail: (script: object) => call("POST", "/__local/failures", script),
    set: (settings: object) => call("PATCH", "/__local/settings", settings),
    appCheckToken: async (): Promise<string> => (await call("POST", "/__local/app-check", {})).token,
    /** Changes a part of the project's configuration, as an administrator. */
    configure: async (part: string, value: object) => {
      const path = `${origin}/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config?updateMask=${part}`;
      const headers = { authorization: "Bearer owner", "content-type": "application/json" };
      await fetch(path, { method: "PATCH", headers, body: JSON.stringify({ [part]: value }) });
    },
    now: async (): Promise<number> => Date.now() + (await call("GET", "/__local/clock")).offset,
    /** The link of the newest mail of a type. */
    link: async (requestType: string): Promise<string> => {
      const { oobCodes } = await call("GET", `/emulator/v1/projects/${PROJECT}/oobCodes`);
      return oobCodes.findLast((mail: { requestType: string }) => mail.requestType === requestType).oobLink;
    },
    code: async (requestType: string): Promise<string> => {
      const { oobCodes } = await call("GET", `/emulator/v1/projects/${PROJECT}/oobCodes`);
      return oobCodes.findLast((mail: { requestType: string }) => mail.requestType === requestType).oobCode;
    },
    /** The newest SMS code to a number. */
    sms: async (phoneNumber: string): Promise<string> => {
      const { verificationCodes } = await call("GET", `/emulator/v1/projects/${PROJECT}/verificationCodes`);
      return verificationCodes.findLast((sent: { phoneNumber: string }) => sent.phoneNumber === phoneNumber)
        .code;
    },
    disable: async (localId: string, disableUser = true) => {
      const path = `${origin}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:update`;
      const headers = { authorization: "Bearer owner", "content-type": "application/json" };
      await fetch(path, { method: "POST", headers, body: JSON.stringify({ localId, disableUser }) });
    },
  };
}

/** The claims of a provider's ID token; the services accept them as JSON, like Google's emulator. */
export const providerToken = (sub: string, claims: object = {}): string =>
  JSON.stringify({ sub, email: `${sub}@gmail.example`, email_verified: true, ...claims });
