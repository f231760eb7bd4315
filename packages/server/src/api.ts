import { ACCOUNT_DATA_PATH, ACCOUNT_HISTORY_PATH, ACCOUNT_NOTICES_PATH } from "@tallybin/contract/account";
import { ACCOUNT_LINK_PATH } from "@tallybin/contract/account-links";
import { BREACHED_PASSWORDS_PATH } from "@tallybin/contract/breached-passwords";
import { CONTACT_PATH } from "@tallybin/contract/contact";
import { NEWSLETTER_PATH } from "@tallybin/contract/newsletter";
import { UnavailableError } from "@tallybin/identity-server";
import { apiErrorOf, failureResponse } from "@tallybin/identity-server/errors/errors";
import { endpointOf, type Routes, routeOf } from "@tallybin/identity-server/http/route";
import { RELEASE_ENDPOINTS, SESSION_ENDPOINTS } from "@tallybin/identity-server/sessions/session-endpoints";
import { getAccountData, getHistory, getNotices, postNotice } from "./account/account-endpoints.ts";
import { getAccountLink, postAccountLink } from "./account/account-link-endpoint.ts";
import { getNotMe, postNotMe } from "./account/not-me-endpoint.ts";
import { postContact } from "./contact/contact-endpoint.ts";
import { ANSWER_STYLE_PATH, getAnswerStyle } from "./http/answer-page.ts";
import type { ApiCall, ApiContext, Endpoint } from "./http/context.ts";
import { notMeLink, unsubscribeLink } from "./http/mailed-link.ts";
import { isPlainForm, toAnswerPage, toScriptRequest } from "./http/plain-forms.ts";
import { clientAddressOf, requestIdOf, traceIdOf } from "./http/trusted-proxy.ts";
import { getUnsubscribe, postNewsletter, postUnsubscribe } from "./newsletter/newsletter-endpoints.ts";
import type { SiteBindings } from "./operation/listen.ts";
import { auditTo, type Logger } from "./operation/logger.ts";
import { getBreachedPasswords } from "./passwords/breached-passwords.ts";
import { postReports, REPORTS_PATH } from "./reports/reports-endpoint.ts";
import { apiTexts } from "./server-texts.ts";

/** Every API path, with its methods in each configuration. */
const ENDPOINTS: Routes<Endpoint> = {
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

/**
 * The API as a fetch handler: one table of addresses, one error envelope, one log line per request. Returns nothing for
 * an address of the pages.
 */
export function createApi(context: ApiContext, log: Logger) {
  const sessionEndpoints = { server: SESSION_ENDPOINTS, release: RELEASE_ENDPOINTS };
  const routes = { ...ENDPOINTS, ...(context.sessions && sessionEndpoints[context.sessions.mode]) };
  const { trustedProxyHops: hops } = context.config;

  const answerCall = async (path: string | undefined, call: ApiCall): Promise<Response> => {
    const { request } = call;
    const endpoint = endpointOf(routes, path, request);
    return await endpoint(
      context,
      path !== undefined && isPlainForm(request, path)
        ? { ...call, request: await toScriptRequest(request, path, context.config.public.origin) }
        : call,
    );
  };

  return (request: Request, { operation, incoming }: SiteBindings): Promise<Response> | undefined => {
    const { pathname } = new URL(request.url);
    const route = routeOf(routes, pathname);
    if (route === undefined && !pathname.startsWith("/api/")) return undefined;
    // The route's own path, never the requested one: a query or a mistyped path may contain personal data.
    const path = route ?? "(unknown)";
    const started = performance.now();
    const { headers, method } = request;
    const id = requestIdOf(headers, hops);
    const audit = auditTo(log, { id, path });
    const forwarded = headers.get("x-forwarded-for") ?? undefined;
    const client = clientAddressOf(incoming?.socket.remoteAddress, forwarded, hops);
    if (operation) operation.route = path;

    const toFailure = (error: unknown): Response | Promise<Response> => {
      const apiError = apiErrorOf(error);
      const { status, code } = apiError;
      // Only an unexpected error or a failed dependency gets a log line.
      if (error instanceof UnavailableError)
        log.warn({ id, dependency: error.dependency, error }, "a dependency is away");
      else if (code === "internal") log.error({ id, error }, "a request failed");
      if (status === 401 || status === 403) audit("credential.refused", { code });
      const failure = failureResponse(apiError);
      return LINKS.includes(path) ? toAnswerPage(failure) : failure;
    };
    const finishCall = async (envelope: Response): Promise<Response> => {
      const response = isPlainForm(request, path) ? await toAnswerPage(envelope, apiTexts.goBack) : envelope;
      response.headers.set("x-request-id", id);
      const ms = Math.round(performance.now() - started);
      log.info({ id, method, path, trace: traceIdOf(headers, hops), status: response.status, ms }, "request");
      return response;
    };
    return answerCall(route, { request, client, audit }).catch(toFailure).then(finishCall);
  };
}
