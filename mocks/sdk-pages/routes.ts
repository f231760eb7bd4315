import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { type Call, createRouter, json, routesOf } from "../http/router.ts";
import { parseBody } from "../http/wire.ts";
import { beginAuthorization } from "../identity-toolkit/idp/authorization.ts";
import { asset, html, page, pageScript } from "../pages/html.ts";
import type { Service } from "../serving/serve.ts";
import { handler, relay } from "./client.ts";
import { gapi } from "./gapi.ts";
import { handlerRefusals, handlerTexts, otherRefusal, relayTexts, sdkTexts } from "./sdk-texts.ts";

const HANDLER = "/emulator/auth/handler";
const FRAME = "/emulator/auth/iframe";
const SESSION_ID_LENGTH = 27;

const httpUrl = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
);

/** The SDK's request to the handler. */
const Query = v.object({
  apiKey: v.pipe(v.string(), v.minLength(1)),
  appName: v.pipe(v.string(), v.minLength(1)),
  authType: v.picklist([
    "signInViaPopup",
    "linkViaPopup",
    "reauthViaPopup",
    "signInViaRedirect",
    "linkViaRedirect",
    "reauthViaRedirect",
  ]),
  providerId: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]*$/i)),
  redirectUrl: httpUrl,
  scopes: v.optional(v.string()),
  customParameters: v.optional(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))),
});

const REFUSALS: Record<string, string> = handlerRefusals;

const refusal = (field: unknown): Response =>
  json({ authEmulator: { error: REFUSALS[String(field)] ?? otherRefusal(String(field)) } }, 400);

const handlerPage = (data: Record<string, string>): Response =>
  page({
    title: sdkTexts.title,
    script: `${HANDLER}.js`,
    body: html`<body><main class="consent" data-step="${data["step"]}" data-state="${data["state"]}"
data-auth-uri="${data["authUri"]}" data-session-id="${data["sessionId"]}" data-post-body="${data["postBody"]}">
<h1>${sdkTexts.heading}</h1>
<p role="status">${sdkTexts.wait}</p>
<noscript><p class="bad">${sdkTexts.noScript}</p></noscript>
</main></body>`,
  });

const PostedForm = v.record(v.string(), v.string());

/** Receives the form of a provider that posts its response. The page gets the form, and its address stays the same. */
function receiveForm(_: ServiceContext, { fields }: Call): Response {
  const form = parseBody(PostedForm, fields);
  const postBody = new URLSearchParams(form).toString();
  return handlerPage({ step: "answer", state: form["state"] ?? "", postBody });
}

/**
 * The start and end of the SDK's popups and redirects: redirects the browser to the provider's consent page, and
 * receives the provider's response.
 */
function handle(context: ServiceContext, { url }: Call): Response {
  const { searchParams } = url;
  const answered = searchParams.get("state");
  if (answered !== null) return handlerPage({ step: "answer", state: answered });

  const parsed = v.safeParse(Query, Object.fromEntries(searchParams));
  if (!parsed.success) return refusal(parsed.issues[0].path?.[0]?.key);
  const { providerId, redirectUrl, scopes, customParameters } = parsed.output;
  const sessionId = context.random.id(SESSION_ID_LENGTH);
  // The address that the browser used: the page at another name of this machine has another storage.
  const authUri = beginAuthorization(context, url.origin, {
    providerId: providerId.toLowerCase(),
    continueUri: `${url.origin}${HANDLER}${url.search}`,
    site: new URL(redirectUrl).origin,
    idpSessionId: sessionId,
    scope: scopes?.replaceAll(",", " "),
    parameters: customParameters,
  });
  const state = new URL(authUri).searchParams.get("state") ?? "";
  context.changed();
  return handlerPage({ step: "start", state, authUri, sessionId });
}

/** The SDK puts this frame into pages of any origin. Google's script inside it adds further scripts. */
const frame = (): Response =>
  page({
    title: sdkTexts.frameTitle,
    script: `${FRAME}.js`,
    body: html`<body><script src="https://apis.google.com/js/api.js" defer></script></body>`,
    directives: {
      "script-src": "'self' https://apis.google.com",
      "frame-src": "https://apis.google.com",
      "frame-ancestors": "http: https:",
      "require-trusted-types-for": undefined,
      "trusted-types": undefined,
    },
  });

const script = (text: string) => () => asset(text, "text/javascript");

const open = routesOf("sdkPages", "open");

/**
 * The pages behind the popups and redirects of Google's SDK (`connectAuthEmulator`).
 * @see https://firebase.google.com/docs/emulator-suite/connect_auth#web
 */
export const sdkPages: Service = {
  router: createRouter([
    open("GET", HANDLER, handle),
    open("POST", HANDLER, receiveForm),
    open("GET", `${HANDLER}.js`, script(pageScript(handler, handlerTexts))),
    open("GET", FRAME, frame),
    open("GET", `${FRAME}.js`, script(pageScript(relay, relayTexts))),
    open("GET", "/emulator/auth/gapi.js", script(pageScript(gapi))),
  ]),
  pathOf: ({ pathname }) => pathname,
  rawNames: true,
};
