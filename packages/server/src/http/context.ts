import type { TokenVerifier } from "@tallybin/identity-server";
import type { Sessions } from "@tallybin/identity-server/sessions/session-keeper";
import type { AccountSecurity } from "../account/account.ts";
import type { IdentityService } from "../account/identity-service.ts";
import type { Database } from "../database/database.ts";
import type { ServerConfig } from "../environment/environment.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { Audit } from "../operation/logger.ts";

/** The remaining hex digits, in upper case, of every breached hash with a prefix. */
export type RangeSource = (prefix: string) => Promise<readonly string[]>;

/** The parts that the endpoints use, created once per server. */
export type ApiContext = {
  config: ServerConfig;
  database: Database;
  limiter: RateLimiter;
  /** Counts a request against the limit of clients. @throws ApiError 429 */
  countRequest(scope: string, subject: string): Promise<void>;
  tokens: TokenVerifier;
  /** Set if this server keeps refresh tokens, or still returns those it kept. */
  sessions: Sessions | undefined;
  /** Set if this server keeps sessions: the security events of accounts. */
  account: AccountSecurity | undefined;
  /** The calls to the identity service that need no session. */
  identity: IdentityService;
  /** Milliseconds since the epoch, for token checks. */
  now(): number;
  /** Set if new passwords are checked against known breaches. */
  breachedRanges: RangeSource | undefined;
  /** The path of the site's page that sent the request, for the record of consent. */
  pageOf(referrer: string | undefined): string;
  /** Writes a violation that a browser reported; it holds no personal data. */
  logReport(violation: Record<string, string | undefined>): void;
  /** Set if mail is configured: wakes the sender. */
  welcomeDue: (() => void) | undefined;
};

/** A request, and the client's address, which only the connection provides. */
export type ApiCall = { request: Request; client: string; audit: Audit };

export type Endpoint = (context: ApiContext, call: ApiCall) => Response | Promise<Response>;
