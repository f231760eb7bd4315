import * as v from "valibot";
import type { Call } from "../http/call.ts";
import { seeOther } from "../http/respond.ts";
import { createRouter, type Route } from "../http/router.ts";
import type { Service } from "../http/serve.ts";
import { isEmail } from "../identity-toolkit/account.ts";
import type { Authorization, ProviderPerson } from "../identity-toolkit/codes.ts";
import { allow, deny, openAuthorization } from "../identity-toolkit/idp/authorization.ts";
import type { World } from "../world.ts";
import { closedPage, consentPage } from "./page.ts";

const text = v.optional(v.string(), "");
const Answer = v.object({
  state: text,
  choice: v.optional(v.picklist(["allow", "add", "deny"])),
  sub: text,
  email: v.pipe(text, v.trim(), v.maxLength(255)),
  name: v.pipe(text, v.trim(), v.maxLength(255)),
  verified: text,
});
type Answer = v.InferOutput<typeof Answer>;

/** Remembers whom the form describes; somebody with this address at this provider is changed, not doubled. */
function addPerson(
  { identity, random }: World,
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
    ...(providerId === "twitter.com" && { screenName: email.split("@")[0] ?? "" }),
  };
  identity.persons = [...identity.persons.filter((other) => other !== before), person];
  return person;
}

const show = (world: World, { url }: Call): Response => {
  const authorization = openAuthorization(world, url.searchParams.get("state") ?? "");
  return authorization ? consentPage(world, authorization) : closedPage();
};

function decide(world: World, { fields }: Call): Response {
  const parsed = v.safeParse(Answer, fields);
  const authorization = parsed.success ? openAuthorization(world, parsed.output.state) : undefined;
  if (!parsed.success || !authorization) return closedPage();
  const answer = parsed.output;
  switch (answer.choice) {
    case "deny":
      return seeOther(deny(world, authorization));
    case "allow": {
      const person = world.identity.persons.find(
        ({ providerId, sub }) => providerId === authorization.providerId && sub === answer.sub,
      );
      return person ? seeOther(allow(world, authorization, person)) : consentPage(world, authorization);
    }
    case "add":
      if (!isEmail(answer.email))
        return consentPage(world, authorization, { ...answer, problem: "Please enter an e-mail address." });
      return seeOther(allow(world, authorization, addPerson(world, authorization, answer)));
    default:
      return consentPage(world, authorization);
  }
}

const route = (method: string, run: Route<World>["run"]): Route<World> => ({
  method,
  path: "/__local/consent",
  endpoint: "consent",
  access: "open",
  run,
});

/** The consent page of the pretend providers: a form, and the redirect it leads to. */
export const consent: Service = {
  router: createRouter<World>([route("GET", show), route("POST", decide)]),
  pathOf: ({ pathname }) => pathname,
  rawNames: true,
};
