import { ACCOUNT_DATA_PATH, ACCOUNT_HISTORY_PATH, ACCOUNT_NOTICES_PATH } from "@tallybin/contract/account";
import { ACCOUNT_LINK_PATH } from "@tallybin/contract/account-links";
import { BREACHED_PASSWORDS_PATH } from "@tallybin/contract/breached-passwords";
import { CONTACT_PATH } from "@tallybin/contract/contact";
import { NEWSLETTER_PATH } from "@tallybin/contract/newsletter";
import { UnavailableError } from "@tallybin/identity-server";
import { ApiError, apiErrorOf, failureResponse } from "@tallybin/identity-server/errors/errors";
import { RELEASE_ENDPOINTS, SESSION_ENDPOINTS } from "@tallybin/identity-server/sessions/session-endpoints";
import { type Context, Hono } from "hono";
import { getAccountData, getHistory, getNotices, postNotice } from "./account/account-endpoints.ts";
import { getAccountLink, postAccountLink } from "./account/account-link-endpoint.ts";
import { getNotMe, postNotMe } from "./account/not-me-endpoint.ts";
import { postContact } from "./contact/contact-endpoint.ts";
import { ANSWER_STYLE_PATH, getAnswerStyle } from "./http/answer-page.ts";
import type { ApiContext, Endpoint } from "./http/context.ts";
import { notMeLink, unsubscribeLink } from "./http/mailed-link.ts";
import { isPlainForm, toAnswerPage, toScriptRequest } from "./http/plain-forms.ts";
import { clientAddressOf, requestIdOf, traceIdOf } from "./http/trusted-proxy.ts";
import { getUnsubscribe, postNewsletter, postUnsubscribe } from "./newsletter/newsletter-endpoints.ts";
import type { SiteBindings } from "./operation/listen.ts";
import { type Audit, auditTo, type Logger } from "./operation/logger.ts";
import { getBreachedPasswords } from "./passwords/breached-passwords.ts";
import { postReports, REPORTS_PATH } from "./reports/reports-endpoint.ts";
import { apiTexts } from "./server-texts.ts";

type ApiRequest = Context<{ Bindings: SiteBindings }>;

/** Every API path, with its methods in each configuration. */
const ENDPOINTS: Record<string, Record<string, Endpoint>> = {
  [NEWSLETTER_PATH]: { POST: postNewsletter },
  [unsubscribeLink.path]: { GET: getUnsubscribe, POST: postUnsubscribe },
  [ANSWER_STYLE_PATH]: { GET: getAnswerStyle },
  [CONTACT_PATH]: { POST: postContact },
  [BREACHED_PASSWORDS_PATH]: { GET: getBreachedPasswords },
  [REPORTS_PATH]: { POST: postReports },
  [ACCOUNT_HISTORY_PATH]: { GET: getHistory },
  [ACCOUNT_NOTICES_PATH]: { GET: getNotices, POST: postNotice },
  [notMeLink.path]: { GET: getNotMe, POST: postNotMe },
  [ACCOUNT_LINK_PATH]: { GET: getAccountLink, POST: postAccountLink },
  [ACCOUNT_DATA_PATH]: { GET: getAccountData },
};

/** The addresses of mailed links, whose errors are pages too. */
const LINKS: readonly string[] = [unsubscribeLink.path, notMeLink.path, ACCOUNT_LINK_PATH];

/** The API as a Hono app: one table of addresses, one error envelope, one log line per request. */
export function createApi(context: ApiContext, log: Logger): Hono<{ Bindings: SiteBindings }> {
  const api = new Hono<{ Bindings: SiteBindings }>();
  const sessionEndpoints = { server: SESSION_ENDPOINTS, release: RELEASE_ENDPOINTS };
  const endpoints = { ...ENDPOINTS, ...(context.sessions && sessionEndpoints[context.sessions.mode]) };

  const answerAndLog = async (c: ApiRequest, path: string): Promise<Response> => {
    const started = performance.now();
    const id = requestIdOf(c.req.raw.headers, context.config.trustedProxyHops);
    const operation = c.env?.operation;
    if (operation) operation.route = path;
    const audit = auditTo(log, { id, path });
    const envelope = await callEndpoint(c, path, audit).catch((error: unknown) => {
      const apiError = apiErrorOf(error);
      const { status, code } = apiError;
      // Only an unexpected error or a failed dependency gets a log line.
      if (error instanceof UnavailableError)
        log.warn({ id, dependency: error.dependency, error }, "a dependency is away");
      else if (code === "internal") log.error({ id, error }, "a request failed");
      if (status === 401 || status === 403) audit("credential.refused", { code });
      const failure = failureResponse(apiError);
      return LINKS.includes(path) ? toAnswerPage(failure) : failure;
    });
    const response = isPlainForm(c.req.raw, path) ? await toAnswerPage(envelope, apiTexts.goBack) : envelope;
    response.headers.set("x-request-id", id);
    const trace = traceIdOf(c.req.raw.headers, context.config.trustedProxyHops);
    const ms = Math.round(performance.now() - started);
    // The route's own path, never the requested one: a query or a mistyped path may contain personal data.
    log.info({ id, method: c.req.method, path, trace, status: response.status, ms }, "request");
    return response;
  };

  const callEndpoint = async (c: ApiRequest, path: string, audit: Audit): Promise<Response> => {
    const methods = endpoints[path];
    if (!methods) throw new ApiError(404, "not-found", "There is nothing at this address.");
    const method = c.req.method === "HEAD" && methods["GET"] ? "GET" : c.req.method;
    const endpoint = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!endpoint) {
      const allow = Object.keys(methods).flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
      const message = `This address takes ${allow.join(" and ")} only.`;
      throw new ApiError(405, "method-not-allowed", message, { allow: allow.join(", ") });
    }
    const peer = c.env?.incoming?.socket.remoteAddress;
    const client = clientAddressOf(peer, c.req.header("x-forwarded-for"), context.config.trustedProxyHops);
    const request = isPlainForm(c.req.raw, path)
      ? await toScriptRequest(c.req.raw, path, context.config.public.origin)
      : c.req.raw;
    return await endpoint(context, { request, client, audit });
  };

  for (const path of Object.keys(endpoints)) api.all(path, (c) => answerAndLog(c, path));
  api.all("/api/*", (c) => answerAndLog(c, "(unknown)"));
  return api;
}
