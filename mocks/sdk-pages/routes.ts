import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { jsonResponse } from "../http/body.ts";
import { type Call, createRouteFactory, createRouter } from "../http/router.ts";
import { parseBody } from "../http/wire.ts";
import { beginAuthorization } from "../identity-toolkit/idp/authorization.ts";
import { createAsset, createPageResponse, createPageScript, html } from "../pages/html.ts";
import { createConsentPage } from "../provider-page/routes.ts";
import type { Service } from "../serving/serve.ts";
import { runHandlerPage, runRelayFrame } from "./client.ts";
import { defineGapi } from "./gapi.ts";
import { handlerRefusals, handlerTexts, invalidParameterText, relayTexts, sdkTexts } from "./sdk-texts.ts";

const HANDLER = "/emulator/auth/handler";
const FRAME = "/emulator/auth/iframe";
const SESSION_ID_LENGTH = 27;

const httpUrl = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
);

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

const refusalResponse = (field: unknown): Response =>
  jsonResponse(
    { authEmulator: { error: handlerRefusals[String(field)] ?? invalidParameterText(String(field)) } },
    400,
  );

const createHandlerPage = (state: string, postBody?: string): Response =>
  createPageResponse({
    title: sdkTexts.title,
    script: `${HANDLER}.js`,
    body: html`<body><main class="consent" data-state="${state}" data-post-body="${postBody}">
<h1>${sdkTexts.heading}</h1>
<p role="status">${sdkTexts.wait}</p>
</main></body>`,
  });

const PostedForm = v.record(v.string(), v.string());

/** Receives the form of a provider that posts its response. The page gets the form, and its address stays the same. */
function receivePostedResponse(_: ServiceContext, { fields }: Call): Response {
  const form = parseBody(PostedForm, fields);
  const postBody = new URLSearchParams(form).toString();
  return createHandlerPage(form["state"] ?? "", postBody);
}

/**
 * The start and end of the SDK's popups and redirects: the provider's consent page, at the address of the emulator's
 * chooser, and the receiver of the provider's response.
 */
function showHandlerPage(context: ServiceContext, { url }: Call): Response {
  const { searchParams } = url;
  const answered = searchParams.get("state");
  if (answered !== null) return createHandlerPage(answered);

  const parsed = v.safeParse(Query, Object.fromEntries(searchParams));
  if (!parsed.success) return refusalResponse(parsed.issues[0].path?.[0]?.key);
  const { providerId, redirectUrl, scopes, customParameters } = parsed.output;
  const sessionId = context.random.id(SESSION_ID_LENGTH);
  // The address that the browser used: the page at another name of this machine has another storage.
  const { authorization, address } = beginAuthorization(context, url.origin, {
    providerId: providerId.toLowerCase(),
    continueUri: `${url.origin}${HANDLER}${url.search}`,
    site: new URL(redirectUrl).origin,
    idpSessionId: sessionId,
    scope: scopes?.replaceAll(",", " "),
    parameters: customParameters,
  });
  context.changed();
  return createConsentPage(context, authorization, { action: address, sessionId });
}

/** The SDK puts this frame into pages of any origin. Google's script inside it adds further scripts. */
const createFramePage = (): Response =>
  createPageResponse({
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

const serveScript = (text: string) => () => createAsset(text, "text/javascript");

const open = createRouteFactory("sdkPages", "open");

/**
 * The pages behind the popups and redirects of Google's SDK (`connectAuthEmulator`).
 * @see https://firebase.google.com/docs/emulator-suite/connect_auth#web
 */
export const sdkPages: Service = {
  router: createRouter([
    open("GET", HANDLER, showHandlerPage),
    open("POST", HANDLER, receivePostedResponse),
    open("GET", `${HANDLER}.js`, serveScript(createPageScript(runHandlerPage, handlerTexts))),
    open("GET", FRAME, createFramePage),
    open("GET", `${FRAME}.js`, serveScript(createPageScript(runRelayFrame, relayTexts))),
    open("GET", "/emulator/auth/gapi.js", serveScript(createPageScript(defineGapi))),
  ]),
  rawNames: true,
};
