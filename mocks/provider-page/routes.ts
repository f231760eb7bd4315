import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import type { Call } from "../http/call.ts";
import { seeOther } from "../http/respond.ts";
import { createRouter, type Route } from "../http/router.ts";
import { allow, deny, openAuthorization } from "../identity-toolkit/idp/authorization.ts";
import { isEmail } from "../identity-toolkit/state/account.ts";
import type { Authorization, ProviderPerson } from "../identity-toolkit/state/codes.ts";
import { asset } from "../pages/html.ts";
import { pageScript } from "../pages/page-script.ts";
import type { Service } from "../serving/serve.ts";
import { consentTexts } from "./consent-texts.ts";
import { closedPage, consentPage, focusForm, peopleAt } from "./page.ts";

const text = v.optional(v.string(), "");
const Answer = v.object({
  state: text,
  choice: v.optional(v.picklist(["allow", "add", "deny"])),
  sub: text,
  email: v.pipe(text, v.trim(), v.maxLength(255)),
  name: v.pipe(text, v.trim(), v.maxLength(255)),
  screenName: v.pipe(text, v.trim(), v.maxLength(255)),
  photo: v.pipe(text, v.trim(), v.maxLength(2048)),
  verified: text,
});
type Answer = v.InferOutput<typeof Answer>;

/** Stores the person in the form; an existing one with this address at this provider is updated. */
function addPerson(
  { identity, random }: ServiceContext,
  { providerId }: Authorization,
  answer: Answer,
): ProviderPerson {
  const email = answer.email.toLowerCase();
  const before = identity.persons.find(
    (person) => person.providerId === providerId && person.email === email,
  );
  const person: ProviderPerson = {
    providerId,
    sub: before?.sub ?? random.digits(21),
    email,
    emailVerified: answer.verified === "yes",
    ...(answer.name && { name: answer.name }),
    ...(answer.photo && { picture: answer.photo }),
    ...((answer.screenName || providerId === "twitter.com") && {
      screenName: answer.screenName || (email.split("@")[0] ?? ""),
    }),
  };
  identity.persons = [...identity.persons.filter((other) => other !== before), person];
  return person;
}

const show = (context: ServiceContext, { url }: Call): Response => {
  const authorization = openAuthorization(context, url.searchParams.get("state") ?? "");
  return authorization ? consentPage(context, authorization) : closedPage();
};

function decide(context: ServiceContext, { fields }: Call): Response {
  const parsed = v.safeParse(Answer, fields);
  const authorization = parsed.success ? openAuthorization(context, parsed.output.state) : undefined;
  if (!parsed.success || !authorization) return closedPage();
  const answer = parsed.output;
  switch (answer.choice) {
    case "deny":
      return seeOther(deny(context, authorization));
    case "allow": {
      const person = peopleAt(context, authorization.providerId).find(({ sub }) => sub === answer.sub);
      return person ? seeOther(allow(context, authorization, person)) : consentPage(context, authorization);
    }
    case "add":
      if (!isEmail(answer.email))
        return consentPage(context, authorization, { ...answer, problem: consentTexts.emailMissing });
      return seeOther(allow(context, authorization, addPerson(context, authorization, answer)));
    default:
      return consentPage(context, authorization);
  }
}

const route = (method: string, path: string, run: Route<ServiceContext>["run"]): Route<ServiceContext> => ({
  method,
  path: `/__local/consent${path}`,
  endpoint: "consent",
  access: "open",
  run,
});

/** The consent page of the simulated providers: a form and its redirect. */
export const consent: Service = {
  router: createRouter<ServiceContext>([
    route("GET", "", show),
    route("POST", "", decide),
    route("GET", ".js", () => asset(pageScript(focusForm), "text/javascript")),
  ]),
  pathOf: ({ pathname }) => pathname,
  rawNames: true,
};
