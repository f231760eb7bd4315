import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { type Call, createRouteFactory, createRouter, redirectResponse } from "../http/router.ts";
import {
  answerAuthorization,
  findOpenAuthorization,
  type ProviderResponse,
} from "../identity-toolkit/idp/authorization.ts";
import { claimsOfPerson } from "../identity-toolkit/idp/profile.ts";
import { isEmail, PHOTO_URL_LIMIT } from "../identity-toolkit/state/account.ts";
import type { Authorization, ProviderPerson } from "../identity-toolkit/state/codes.ts";
import { createAsset, createPageResponse, createPageScript, type Html, html } from "../pages/html.ts";
import type { Service } from "../serving/serve.ts";
import { generatedTexts, consentTexts as texts } from "./consent-texts.ts";

const capitalize = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const providerNameOf = ({ identity }: ServiceContext, providerId: string): string =>
  identity.providerConfigs.get(providerId)?.displayName ??
  (providerId === "github.com" ? "GitHub" : capitalize(providerId.replace(/\.com$/, "")));

/** Identity Platform counts the addresses from these providers as unverified, which causes collisions. */
const vouchesForEmail = (providerId: string): boolean =>
  !["facebook.com", "twitter.com", "github.com"].includes(providerId);

/** Describes to testers what happens if they choose this person. */
function describeOutcome(
  { identity }: ServiceContext,
  { providerId, sub, email, emailVerified }: ProviderPerson,
): string {
  if (identity.accountByProvider(providerId, sub)) return texts.known;
  const holder = identity.accountByEmail(email);
  if (!holder) return texts.fresh;
  const methods = (holder.providerUserInfo ?? []).map((info) => info.providerId).join(", ") || texts.noMethod;
  return emailVerified ? texts.joins(methods) : texts.collides(methods);
}

/**
 * The people with an account at this provider: those who used its consent page, and those whose account got the
 * provider by an import or a link.
 */
function listPeopleAt({ identity }: ServiceContext, providerId: string): ProviderPerson[] {
  const known = identity.persons.filter((person) => person.providerId === providerId);
  const linked = identity.accounts().flatMap(({ providerUserInfo = [] }) => providerUserInfo);
  return [
    ...known,
    ...linked
      .filter((info) => info.providerId === providerId && !known.some(({ sub }) => sub === info.rawId))
      .map(({ rawId: sub = "", email = "", displayName: name, photoUrl: picture, screenName }) => ({
        providerId,
        sub,
        email,
        emailVerified: true,
        name,
        picture,
        screenName,
      })),
  ];
}

const renderPersonButton = (
  context: ServiceContext,
  { state, loginHint }: Authorization,
  action: string,
  person: ProviderPerson,
): Html => html`
<li class="js-reuse-account" data-id-token="${encodeURIComponent(JSON.stringify(claimsOfPerson(person)))}"><form method="post" action="${action}">
<input type="hidden" name="state" value="${state}">
<input type="hidden" name="sub" value="${person.sub}">
<button class="person" name="choice" value="allow">
<strong class="mdc-list-item__primary-text">${person.name ?? person.email}</strong>
<span>${person.emailVerified ? person.email : texts.unverified(person.email)}</span>
<small>${person.email === loginHint ? texts.suggested(describeOutcome(context, person)) : describeOutcome(context, person)}</small>
</button>
</form></li>`;

type FormText = { problem?: string; email?: string; name?: string; screenName?: string; photo?: string };

const renderOptionalField = (id: string, name: string, label: string, value = ""): Html => html`<div>
<label for="${id}">${label} <small>${texts.optional}</small></label>
<input id="${id}" name="${name}" autocomplete="off" value="${value}">
</div>`;

/** Tests written for the emulator press these parts of its buttons. */
const renderLabel = (text: string): Html =>
  html`<div class="mdc-button__ripple"></div><span class="mdc-button__label">${text}</span>`;

const renderNewAccountForm = (
  provider: string,
  { state, providerId, loginHint }: Authorization,
  action: string,
  shown: FormText,
): Html => html`
<form class="other" id="main-form" method="post" action="${action}" aria-labelledby="other">
<h2 id="other">${texts.another}</h2>
<button type="button" id="autogen-button">${renderLabel(texts.generate)}</button>
<input type="hidden" name="state" value="${state}">
<div>
<label for="email-input">${texts.email}</label>
<input id="email-input" name="email" type="email" required autocomplete="off" value="${shown.email ?? loginHint ?? ""}"
${shown.problem !== undefined && html`aria-invalid="true" aria-describedby="problem"`}>
${shown.problem !== undefined && html`<p class="bad" id="problem" role="alert">${shown.problem}</p>`}
</div>
${renderOptionalField("display-name-input", "name", texts.name, shown.name)}
${renderOptionalField("screen-name-input", "screenName", texts.screenName, shown.screenName)}
${renderOptionalField("profile-photo-input", "photo", texts.photo, shown.photo)}
<label class="check"><input type="checkbox" name="verified" value="yes" ${vouchesForEmail(providerId) && html`checked`}>
${texts.vouches(provider)}</label>
<button class="primary" id="sign-in" name="choice" value="add">${renderLabel(texts.add(providerId))}</button>
</form>`;

/** The script of the chooser, and of the posted answer. Runs as text, so it must be self-contained. */
function runConsentPage({ personName }: typeof generatedTexts): void {
  document.querySelector<HTMLFormElement>("#answer")?.submit();
  const main = document.querySelector<HTMLElement>("main");
  const { state, sessionId } = main?.dataset ?? {};
  if (main && sessionId) {
    sessionStorage.setItem(`firebase:session:${state}`, sessionId);
    main.hidden = false;
  }
  const onClick = (selector: string, act: (event: Event) => void) => {
    for (const element of document.querySelectorAll(selector)) element.addEventListener("click", act);
  };
  const fieldOf = (name: string) => document.querySelector<HTMLInputElement>(`#${name}-input`);
  onClick(".js-new-account", () => fieldOf("email")?.focus());
  onClick(".js-reuse-account", ({ target }) => {
    // Only a script presses the item itself, because its button fills it.
    if (target instanceof HTMLLIElement) target.querySelector("button")?.click();
  });
  onClick("#autogen-button", () => {
    const number = String(Math.floor(Math.random() * 1_000_000));
    const made = {
      email: `person.${number}@example.com`,
      "display-name": personName(number),
      "screen-name": `person_${number}`,
    };
    for (const [name, value] of Object.entries(made)) {
      const field = fieldOf(name);
      if (field) field.value = value;
    }
  });
}

type ChooserPage = {
  /** The address that the forms post to. The page itself may be another one. */
  action: string;
  shown?: FormText;
  /** Set for the page of Google's SDK: its script stores the session ID before anything can be pressed. */
  sessionId?: string;
};

/**
 * The simulated provider's consent page. IDs and class names are those of the emulator's chooser, because tests
 * written for the emulator use them.
 */
export function createConsentPage(
  context: ServiceContext,
  authorization: Authorization,
  { shown = {}, sessionId, action }: ChooserPage,
): Response {
  const { providerId, continueUri, site, scope, state, loginHint } = authorization;
  const provider = providerNameOf(context, providerId);
  const people = listPeopleAt(context, providerId).sort(
    (one, other) => Number(other.email === loginHint) - Number(one.email === loginHint),
  );
  const origin = originOf(continueUri);
  return createPageResponse({
    title: texts.title(provider),
    script: "/__local/consent.js",
    status: shown.problem === undefined ? 200 : 400,
    // Chromium applies form-action to the redirect after a form too.
    formTarget: `${origin} ${new URL(action).origin}`,
    headers: isolationHeaders(context),
    body: html`<body>${sessionId !== undefined && html`<noscript><p class="bad">${texts.noScript}</p></noscript>`}
<main class="consent" id="content" data-state="${state}" data-session-id="${sessionId}" ${sessionId !== undefined && html`hidden`}>
<header>
<h1>${texts.heading(provider)}</h1>
<p>${scope === undefined ? texts.request(site ?? origin) : texts.requestFor(site ?? origin, scope)}</p>
<p class="pretend">${texts.pretend(provider)}</p>
</header>
<section id="accounts-list" aria-labelledby="people"><h2 id="people">${texts.choose}</h2>
<ul class="people">${people.map((person) => renderPersonButton(context, authorization, action, person))}
<li class="js-new-account" id="add-account-button"><button type="button" class="person">${renderLabel(texts.addAccount)}</button></li></ul></section>
<div id="add-user">${renderNewAccountForm(provider, authorization, action, shown)}</div>
<div class="actions">
<button form="main-form" formnovalidate name="choice" value="deny">${texts.deny}</button>
<small>${texts.orClose}</small>
</div>
</main></body>`,
  });
}

/** The response to a bookmark, a second click or an old window. */
const createClosedPage = (): Response =>
  createPageResponse({
    title: texts.overTitle,
    status: 400,
    body: html`<body><main class="consent">
<header><h1>${texts.over}</h1>
<p>${texts.overText}</p></header>
</main></body>`,
  });

/** The origin of a page, also of a browser extension's, which has none by the URL standard. */
function originOf(address: string): string {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}

const text = v.optional(v.string(), "");
const Answer = v.object({
  state: text,
  choice: v.optional(v.picklist(["allow", "add", "deny"])),
  sub: text,
  email: v.pipe(text, v.trim(), v.maxLength(255)),
  name: v.pipe(text, v.trim(), v.maxLength(255)),
  screenName: v.pipe(text, v.trim(), v.maxLength(255)),
  photo: v.pipe(text, v.trim(), v.maxLength(PHOTO_URL_LIMIT)),
  verified: text,
});
type Answer = v.InferOutput<typeof Answer>;

/** Stores the person in the form; an existing one with this address at this provider is updated. */
function addPerson({ identity, random }: ServiceContext, { providerId }: Authorization, answer: Answer) {
  const email = answer.email.toLowerCase();
  const before = identity.persons.find(
    (person) => person.providerId === providerId && person.email === email,
  );
  const person: ProviderPerson = {
    providerId,
    sub: before?.sub ?? random.digits(21),
    email,
    emailVerified: answer.verified === "yes",
    name: answer.name || undefined,
    picture: answer.photo || undefined,
    screenName: answer.screenName || (providerId === "twitter.com" ? email.split("@")[0] : undefined),
  };
  identity.persons = [...identity.persons.filter((other) => other !== before), person];
  return person;
}

const isolationHeaders = ({ identity }: ServiceContext): Record<string, string> =>
  identity.settings.isolateConsentPage ? { "cross-origin-opener-policy": "same-origin" } : {};

/** Sends the browser back to the site: by a redirect, or by a form that this page posts there, as Apple's does. */
function deliverProviderResponse(context: ServiceContext, { address, form }: ProviderResponse): Response {
  if (!form) return redirectResponse(address);
  const fields = Object.entries(form).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return createPageResponse({
    title: texts.backTitle,
    script: "/__local/consent.js",
    formTarget: originOf(address),
    headers: isolationHeaders(context),
    body: html`<body><main class="consent"><header><h1>${texts.back}</h1></header>
<form id="answer" method="post" action="${address}">${fields}<button class="primary">${texts.goOn}</button></form>
</main></body>`,
  });
}

const showConsentPage = (context: ServiceContext, { url }: Call): Response => {
  const state = url.searchParams.get("state") ?? url.searchParams.get("oauth_token") ?? "";
  const authorization = findOpenAuthorization(context, state);
  return authorization ? createConsentPage(context, authorization, { action: url.href }) : createClosedPage();
};

async function applyDecision(context: ServiceContext, { fields, url: { href: action } }: Call) {
  const parsed = v.safeParse(Answer, fields);
  const authorization = parsed.success ? findOpenAuthorization(context, parsed.output.state) : undefined;
  if (!parsed.success || !authorization) return createClosedPage();
  const answer = parsed.output;
  const deliver = async (person?: ProviderPerson) =>
    deliverProviderResponse(context, await answerAuthorization(context, authorization, person));
  if (answer.choice === "deny") return deliver();
  if (answer.choice === "add" && !isEmail(answer.email)) {
    const shown = { ...answer, problem: texts.emailMissing };
    return createConsentPage(context, authorization, { action, shown });
  }
  const person =
    answer.choice === "add"
      ? addPerson(context, authorization, answer)
      : listPeopleAt(context, authorization.providerId).find(({ sub }) => sub === answer.sub);
  return answer.choice && person ? deliver(person) : createConsentPage(context, authorization, { action });
}

const route = createRouteFactory("consent", "open", "/__local/consent");

/** The consent page of the simulated providers: a form and its redirect. */
export const consent: Service = {
  router: createRouter([
    route("GET", "", showConsentPage),
    route("POST", "", applyDecision),
    route("GET", ".js", () =>
      createAsset(createPageScript(runConsentPage, generatedTexts), "text/javascript"),
    ),
  ]),
  rawNames: true,
};
