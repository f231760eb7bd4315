import type { FirebaseApp } from "@firebase/app";
import type { IdentityClient, IdentityClientOptions } from "../client/client-parts.ts";

/** The types of `firebase/auth`, as far as an application names them. */

export type NextFn<T> = (value: T) => void;
export type ErrorFn = (error: Error) => void;
export type CompleteFn = () => void;
export type Unsubscribe = () => void;
type Observer<T> = { next: NextFn<T>; error?: ErrorFn; complete?: CompleteFn };
export type NextOrObserver<T> = NextFn<T | null> | Observer<T | null>;

export type Config = {
  readonly apiKey: string;
  readonly apiHost: string;
  readonly apiScheme: string;
  readonly tokenApiHost: string;
  readonly sdkClientVersion: string;
  readonly authDomain?: string | undefined;
};

export type EmulatorConfig = {
  readonly protocol: string;
  readonly host: string;
  readonly port: number | null;
  readonly options: { readonly disableWarnings: boolean };
};

export type AuthSettings = { appVerificationDisabledForTesting: boolean };

/** The messages of errors. Here an error has the same message with each map: its code, and what the server says. */
export type AuthErrorMap = object;

export type Persistence = { readonly type: "SESSION" | "LOCAL" | "NONE" | "COOKIE" };

/** `browserPopupRedirectResolver`: allows popups and redirects. Its members are not part of `firebase/auth`. */
export type PopupRedirectResolver = {
  /** Takes a provider's response from the page's address, at the start. */
  readonly take?: (client: IdentityClient) => void;
  /** Completes a redirect before the listeners get the first state. */
  readonly resume?: (auth: Auth) => Promise<void>;
};

export type Dependencies = {
  persistence?: Persistence | Persistence[];
  popupRedirectResolver?: PopupRedirectResolver;
  errorMap?: AuthErrorMap;
  /** Options of the identity client, such as `callbackUrl`. Not part of `firebase/auth`. */
  client?: Partial<IdentityClientOptions>;
};

export type ParsedToken = {
  readonly exp?: string;
  readonly sub?: string;
  readonly auth_time?: string;
  readonly iat?: string;
  readonly firebase?: {
    readonly sign_in_provider?: string;
    readonly sign_in_second_factor?: string;
    readonly identities?: Readonly<Record<string, string>>;
  };
  readonly [claim: string]: unknown;
};

export type IdTokenResult = {
  readonly authTime: string;
  readonly expirationTime: string;
  readonly issuedAtTime: string;
  readonly signInProvider: string | null;
  readonly signInSecondFactor: string | null;
  readonly token: string;
  readonly claims: ParsedToken;
};

export type UserInfo = {
  readonly displayName: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly photoURL: string | null;
  readonly providerId: string;
  readonly uid: string;
};

export type UserMetadata = { readonly creationTime?: string; readonly lastSignInTime?: string };

export type User = UserInfo & {
  readonly emailVerified: boolean;
  readonly isAnonymous: boolean;
  readonly metadata: UserMetadata;
  readonly providerData: UserInfo[];
  /** Empty while a server keeps the refresh token. */
  readonly refreshToken: string;
  readonly tenantId: string | null;
  delete(): Promise<void>;
  getIdToken(forceRefresh?: boolean): Promise<string>;
  getIdTokenResult(forceRefresh?: boolean): Promise<IdTokenResult>;
  reload(): Promise<void>;
  /** Without tokens, because the result is often logged or stored. */
  toJSON(): object;
};

export type UserCredential = {
  user: User;
  providerId: string | null;
  operationType: "signIn" | "link" | "reauthenticate";
};

export type Auth = {
  readonly app: FirebaseApp;
  readonly name: string;
  readonly config: Config;
  readonly currentUser: User | null;
  readonly emulatorConfig: EmulatorConfig | null;
  readonly settings: AuthSettings;
  /** The language of mails and text messages. */
  languageCode: string | null;
  tenantId: string | null;
  authStateReady(): Promise<void>;
  beforeAuthStateChanged(
    callback: (user: User | null) => void | Promise<void>,
    onAbort?: () => void,
  ): Unsubscribe;
  onAuthStateChanged(
    nextOrObserver: NextOrObserver<User>,
    error?: ErrorFn,
    completed?: CompleteFn,
  ): Unsubscribe;
  onIdTokenChanged(
    nextOrObserver: NextOrObserver<User>,
    error?: ErrorFn,
    completed?: CompleteFn,
  ): Unsubscribe;
  setPersistence(persistence: Persistence): Promise<void>;
  signOut(): Promise<void>;
  updateCurrentUser(user: User | null): Promise<void>;
  useDeviceLanguage(): void;
};
