import { postgresStore, type TokenVerifierOptions } from "@tallybin/identity-server";
import { errorTexts } from "@tallybin/identity-server/errors/error-texts";
import { createSessions } from "@tallybin/identity-server/sessions/session-keeper";
import { createTokenVerifier } from "@tallybin/identity-server/tokens/id-token";
import { Hono } from "hono";
import { createAccountSecurity } from "./account/account.ts";
import { createIdentityService } from "./account/identity-service.ts";
import { createNewBrowserMails } from "./account/new-browser-mails.ts";
import { createApi } from "./api.ts";
import type { Database } from "./database/database.ts";
import type { ServerConfig } from "./environment/environment.ts";
import type { ApiContext } from "./http/context.ts";
import { createRateLimiter } from "./limits/rate-limiter.ts";
import { createMailSender } from "./mail/mail-sender.ts";
import { createSmtpMailer, type Mailer } from "./mail/mailer.ts";
import { createWelcomeMails } from "./newsletter/welcome-mails.ts";
import { createReadiness, getHealth } from "./operation/health.ts";
import type { SiteBindings } from "./operation/listen.ts";
import { createLogger, type Logger } from "./operation/logger.ts";
import { createRangeSource } from "./passwords/breached-passwords.ts";
import { createSecurityHeaders, humanCheckHost } from "./static/headers.ts";
import { type FindAsset, loadSite, type Site } from "./static/load-site.ts";
import { CALLBACK_PATH, servePostedResponse } from "./static/posted-response.ts";
import { createStaticSite } from "./static/static-answers.ts";
import { type Operation, observe, observeRequest } from "./telemetry/observe.ts";
import { emailKeyOf } from "./text/typed-text.ts";

export type SiteOptions = {
  config: ServerConfig;
  database: Database;
  /** The built site; without it (in development), only the API is served. */
  siteFolder?: string;
  findRetained?: FindAsset;
  /** The clock for token checks. */
  now?: () => number;
  fetchKeys?: TokenVerifierOptions["fetchKeys"];
  /** Sends requests to the token service; default: `fetch`. */
  fetchTokens?: (request: Request) => Promise<Response>;
  /** Default: SMTP if configured, otherwise no mail. */
  mailer?: Mailer;
  log?: Logger;
};

/** The whole site as a fetch handler: pages, files and the API, with the headers of every response. */
export type SiteServer = ReturnType<typeof createSite>;

/** Composes the site from its parts. Reads the built site once. */
export function createSite(options: SiteOptions) {
  const { config, database, siteFolder, findRetained, now = Date.now } = options;
  const { origin, identity } = config.public;
  const log = options.log ?? createLogger(config.logLevel);
  const site = siteFolder === undefined ? undefined : loadSite(siteFolder, config.public, { findRetained });
  const limiter = createRateLimiter(database, config.linkSecrets[0]);
  const tokens = createTokenVerifier({
    projectId: config.projectId,
    keysUrl: config.tokenKeysUrl,
    ...(options.now && { now: options.now }),
    ...(options.fetchKeys && { fetchKeys: options.fetchKeys }),
    observe,
    onSkew: (skewSeconds) => log.warn({ skewSeconds }, "this server's clock is ahead of the key server's"),
  });
  const mails = createMails(options, log);
  const service = createIdentityService({
    url: serviceUrlOf(origin, identity.identityToolkitUrl),
    apiKey: identity.apiKey,
    origin,
    send: options.fetchTokens ?? fetch,
    onFault: (error) => log.warn({ error }, "the mail for a new password was not sent"),
  });
  const offsetSeconds = () => (options.now ? (options.now() - Date.now()) / 1000 : 0);
  const account =
    config.sessions?.mode === "server"
      ? createAccountSecurity({
          database,
          limiter,
          offsetSeconds,
          config,
          lookUp: service.lookUp,
          now,
          secrets: config.sessions.secrets,
          mailDue: mails?.nudge,
          onFault: (error) => log.warn({ error }, "a change of an account was not seen"),
        })
      : undefined;
  const limit = config.limits.perClient;
  const countRequest = (scope: string, subject: string) => limiter.requireWithin([{ scope, subject, limit }]);
  const sessions =
    config.sessions &&
    createSessions({
      store: postgresStore({
        ...config.sessions,
        query: database.query,
        runClaim: (id, claim) => limiter.countRow({ scope: "session-exchange", subject: id, limit }, claim),
        offsetSeconds,
      }),
      secrets: config.sessions.secrets,
      mode: config.sessions.mode,
      binding: config.sessions.binding,
      origin,
      tokens,
      emailKeyOf,
      observe,
      tokenServiceUrl: serviceUrlOf(origin, identity.secureTokenUrl),
      ...(account && { onChange: account.onChange }),
      apiKey: identity.apiKey,
      ...(options.fetchTokens && { fetchTokens: options.fetchTokens }),
      count: countRequest,
      onFault: (error) => log.warn({ error }, "a session could not be kept as it should"),
    });
  const context: ApiContext = {
    config,
    database,
    limiter,
    countRequest,
    tokens,
    sessions,
    account,
    identity: service,
    now,
    welcomeDue: mails?.nudge,
    logReport: (violation) => log.warn(violation, "a browser reported a violation"),
    breachedRanges: createRangeSource(config.breachedPasswords),
    pageOf: (referrer) => pageOf(site, origin, referrer),
  };
  const answerCall = createApi(context, log);
  const getReadiness = createReadiness(database, tokens);
  let isStopping = false;
  const app = new Hono<{ Bindings: SiteBindings }>()
    .get("/healthz", () => getHealth(database))
    .get("/readyz", () => getReadiness(isStopping))
    .use(async (c, next) => answerCall(c.req.raw, c.env) ?? next())
    .post(CALLBACK_PATH, (c) =>
      servePostedResponse(new TextDecoder().decode(site?.find(CALLBACK_PATH)?.body), c.req.raw),
    )
    .onError((error, c) => {
      log.error({ error }, "a page failed");
      return c.text(`${errorTexts.internal}\n`, 500);
    });
  const startPurge = (name: PurgeName, everyMs: number, purge: (() => Promise<void>) | undefined) =>
    setInterval(() => {
      if (!purge) return;
      observe({ kind: "purge", name }, purge).catch((error: unknown) =>
        log.warn({ error, name }, "expired rows were not deleted"),
      );
    }, everyMs).unref();
  const purges = [
    startPurge("limits", 600_000, limiter.purge),
    startPurge("account-history", 600_000, account?.purge),
    // Also deletes ID tokens that are no longer shared.
    startPurge("sessions", 10_000, sessions?.store.purge),
  ];
  const headersOf = createSecurityHeaders(config.public, config);
  const staticSite =
    site &&
    createStaticSite(site, headersOf, humanCheckHost(config.public), (error) =>
      log.error({ error }, "a page failed"),
    );

  return {
    async fetch(request: Request, bindings: SiteBindings = {}): Promise<Response> {
      const url = new URL(request.url);
      const answer = staticSite?.answerFetch(request, url);
      if (answer) return answer;
      const response = await observeRequest(request, url, async (operation) =>
        app.fetch(request, { ...bindings, operation }),
      );
      const contentType = response.headers.get("content-type") ?? undefined;
      for (const [name, value] of Object.entries(headersOf(url, contentType)))
        response.headers.set(name, value);
      return response;
    },
    /** Answers from prepared bytes without the objects of `fetch`, which cost several times as much. */
    answerDirectly: staticSite?.answerDirectly ?? (() => false),
    refusalHeaders: headersOf(new URL(config.public.origin)),
    database,
    tokens,
    /** Deletes old events of accounts; a timer does it too. */
    purgeHistory: async (): Promise<void> => account?.purge(),
    /** Makes /readyz report not ready from now on. This is the first step of a stop, before connections are refused. */
    beginStop(): void {
      isStopping = true;
    },
    async close(): Promise<void> {
      for (const timer of purges) clearInterval(timer);
      await Promise.all([mails?.stop(), account?.stop()]);
      await database.close();
    },
  };
}

type PurgeName = Extract<Operation, { kind: "purge" }>["name"];

/** In local mode, the services are addresses on the site's own origin. */
const serviceUrlOf = (origin: string, url: string): string =>
  new URL(url, `${origin}/`).href.replace(/\/$/, "");

function createMails({ config, database, mailer: given }: SiteOptions, log: Logger) {
  const mailer = given ?? (config.mail && createSmtpMailer(config.mail));
  if (!mailer) return undefined;
  // A warning has precedence.
  const kinds = [createNewBrowserMails, createWelcomeMails];
  return createMailSender(
    {
      close: () => mailer.close(),
      send: (mail) => observe({ kind: "mail", name: mail.kind }, () => mailer.send(mail)),
    },
    kinds.map((mailsOf) => mailsOf(database, config.public.origin, config.linkSecrets)),
    (error) => log.warn({ error }, "a mail was not sent"),
    () => log.warn("a mail was given up"),
  );
}

function pageOf(site: Site | undefined, ownOrigin: string, referrer: string | undefined): string {
  if (!referrer || !URL.canParse(referrer)) return "unknown";
  const { origin, pathname } = new URL(referrer);
  return origin === ownOrigin && site?.isPage(pathname) ? pathname : "unknown";
}
