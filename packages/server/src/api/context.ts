import type { RangeSource } from "../breached-passwords/range-source.ts";
import type { Database } from "../database/database.ts";
import type { ServerConfig } from "../environment/environment.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { TokenVerifier } from "../tokens/id-token.ts";

/** What the endpoints work with; made once per server. */
export type ApiContext = {
  config: ServerConfig;
  database: Database;
  limiter: RateLimiter;
  tokens: TokenVerifier;
  /** Set where this server keeps refresh tokens, or gives back those it kept. */
  sessions: Sessions | undefined;
  /** Set where new passwords are held against known breaches. */
  breachedRanges: RangeSource | undefined;
  /** The path of one of the site's own pages that a request was sent from, for the record of consent. */
  pageOf(referrer: string | undefined): string;
  /** Set where mails can be sent: tells the sender that one may be due. */
  welcomeDue: (() => void) | undefined;
};

/** A request with what only the connection knows. */
export type ApiCall = { request: Request; client: string };

export type Endpoint = (context: ApiContext, call: ApiCall) => Response | Promise<Response>;
