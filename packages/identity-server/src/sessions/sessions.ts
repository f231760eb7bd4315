import type { Device } from "@tallybin/contract/device";
import type { JWTPayload } from "jose";
import { type BindingMode, createBinding } from "../binding/binding.ts";
import { type Observe, runUnobserved } from "../observe.ts";
import type { SessionStore } from "../stores/session-store.ts";
import type { TokenVerifier } from "../tokens/id-token.ts";
import { createSealer } from "./sealing.ts";
import { createSessionKeeper, type SessionKeeper } from "./session-keeper.ts";
import { createTokenService, SESSION_ENDED, type SendRequest } from "./token-service.ts";

/** What the session endpoints need. */
export type Sessions = ReturnType<typeof createSessions>;

export type SessionOptions = {
  store: SessionStore;
  /** The first encrypts, all decrypt: at least 32 random characters each. */
  secrets: readonly [string, ...string[]];
  /** The site's own origin, such as `https://www.example.com`. */
  origin: string;
  apiKey: string;
  /** `release` returns refresh tokens to browsers, after a site went back to sessions in the browser. */
  mode?: "server" | "release";
  /** Which requests of a session that is bound to its browser need the browser's proof; default: `pages`. */
  binding?: BindingMode;
  /** The origin of local services, such as "http://localhost:9099", instead of Google's services. */
  localServices?: string;
  /** The token service's address; by default Google's. */
  tokenServiceUrl?: string;
  /** Sends a request to the token service; by default `fetch`. */
  fetchTokens?: SendRequest;
  /** Equal for all spellings of an address; by default in lower case. */
  emailKeyOf?: (email: string) => string;
  /**
   * Counts a hand-over of an account, or a refusal of a client, and rejects with an {@link ApiError} over a limit.
   * Only refusals count, because all employees of a company may sign in from one address at once.
   */
  count?: (scope: "session-hand-over" | "session-client", subject: string) => Promise<void>;
  /** Called after a sign-in was handed over, and after a session ended. Not called when a session expires. */
  onChange?: OnSessionChange;
  observe?: Observe;
  /** Called for a token that does not decrypt, for a claim that could not be given up, and for a failed `onChange`. */
  onFault?: (error: unknown) => void;
};

/** Sessions whose refresh tokens this server keeps. */
export function createSessions(options: SessionOptions & { tokens: TokenVerifier }) {
  const { store, origin, tokens, mode = "server", observe = runUnobserved } = options;
  // Local services have one origin for all of Google's hosts.
  const { localServices = "https:/" } = options;
  const { tokenServiceUrl: url = `${localServices}/securetoken.googleapis.com` } = options;
  const { count = async () => undefined, onFault = (): void => undefined } = options;
  const reportChange: OnSessionChange = async (change) => options.onChange?.(change).catch(onFault);
  const exchangeToken = createTokenService({
    url,
    apiKey: options.apiKey,
    origin,
    fetchTokens: options.fetchTokens ?? fetch,
  });
  const keeper = createSessionKeeper({
    store,
    tokens,
    onFault,
    sealer: createSealer(options.secrets),
    exchangeToken: (token) => observe({ kind: "session", name: "token-service" }, () => exchangeToken(token)),
    emailKeyOf: options.emailKeyOf ?? ((email) => email.toLowerCase()),
    countHandOver: (uid) => count("session-hand-over", uid),
    onRefused: (uid, code) => reportChange({ kind: "refused", uid, code }),
  });
  const observed: SessionKeeper = {
    ...keeper,
    exchange: (...call) => observe({ kind: "session", name: "exchange" }, () => keeper.exchange(...call)),
    handOver: (...call) => observe({ kind: "session", name: "hand-over" }, () => keeper.handOver(...call)),
  };
  return {
    mode,
    origin,
    store,
    report: reportChange,
    keeper: observed,
    onFault,
    observe,
    binding: createBinding({
      store,
      origin,
      secrets: options.secrets,
      ended: SESSION_ENDED,
      mode: options.binding ?? "pages",
    }),
    countRefusal: (client: string) => count("session-client", client),
  };
}

/** What happened to a session of an account. */
export type SessionChange = { uid: string } & (
  | {
      kind: "handed-over";
      session: string;
      device: Device;
      /** `moved`: the browser kept this session until now. `renewed`: a change of the account brought new tokens. */
      how: "signed-in" | "moved" | "renewed";
      /** The ID token of the handed-over session, already verified. */
      idToken: string;
      claims: JWTPayload;
      request: Request;
      /** The headers of the response, to which the application can add a cookie. */
      headers: Headers;
    }
  | { kind: "signed-out"; device: Device }
  /** Another session of the account ended this one. @param device the ended session's */
  | { kind: "ended"; device: Device; by: Device }
  /** The token service refused the session's token with this code, such as `TOKEN_EXPIRED` after a new password. */
  | { kind: "refused"; code: string }
  /** A page asked for the end of all sessions, because it has deleted the account. */
  | { kind: "account-deleted"; device: Device }
);

/** Runs before the response. A rejection goes to `onFault` and does not undo the session's change. */
export type OnSessionChange = (change: SessionChange) => Promise<void>;
