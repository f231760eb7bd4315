import type { ServiceContext } from "../core/service-context.ts";
import { ApiError, assert } from "../http/api-error.ts";
import type { Call } from "../http/router.ts";
import { mailOobCode } from "../identity-toolkit/proofs/oob.ts";
import { isEmail } from "../identity-toolkit/state/account.ts";
import { issueTokens } from "../identity-toolkit/tokens/tokens.ts";
import { STEERING_HEADER } from "../serving/guard.ts";
import {
  addPasskey,
  addPhoneFactor,
  addProvider,
  addTotp,
  createAccountWithoutPassword,
  createAccountWithPassword,
  createProviderPerson,
} from "./accounts.ts";
import type { ScenarioAccount, Scenarios } from "./loaded-scenario.ts";
import { scenarioTexts as texts } from "./scenario-texts.ts";

/** A scenario's input besides the service context. */
type ScenarioInput = {
  /** The address of its first account. */
  email: string;
  /** Writes a user document as an administrator. */
  putUserDocument(uid: string, fields: Record<string, string>): Promise<void>;
};

type Scenario = {
  /** A description for the workbench. */
  tells: string;
  email: string;
  build(context: ServiceContext, stage: ScenarioInput): ScenarioAccount[] | Promise<ScenarioAccount[]>;
};

/** An artificial request, for operations that take the origin of links from their request. */
const createArtificialCall = (context: ServiceContext): Call => {
  const url = new URL(context.origin ?? "http://localhost");
  return { request: new Request(url), url, params: {}, fields: {}, owner: true, origin: url.origin };
};

async function createAccountOnPlan(
  context: ServiceContext,
  { email, putUserDocument }: ScenarioInput,
  status: string,
): Promise<ScenarioAccount[]> {
  const account = createAccountWithPassword(context, email, { displayName: "Petra Plan" });
  await putUserDocument(account.uid, {
    email,
    name: "Petra Plan",
    stripePriceId: "price_local_pro",
    stripeSubscriptionStatus: status,
  });
  return [account];
}

/** A session that began an hour ago and has been revoked. Both of its tokens are invalid. */
async function createExpiredSession(context: ServiceContext, email: string): Promise<ScenarioAccount[]> {
  const holder = createAccountWithPassword(context, email);
  const hourAgo = Math.floor(context.clock.now() / 1000) - 3600;
  const account = context.identity.account(holder.uid);
  if (!account) return [];
  const tokens = await issueTokens(context, account, {
    provider: "password",
    authTime: hourAgo,
    sessionStart: hourAgo,
    issuedAt: hourAgo - 1,
  });
  return [{ ...holder, idToken: tokens.idToken, refreshToken: tokens.refreshToken }];
}

/** The named starting states for tests and manual checks. */
const scenarios: Record<string, Scenario> = {
  fresh: { tells: texts.fresh, email: "", build: () => [] },
  "verified customer": {
    tells: texts["verified customer"],
    email: "ada@example.test",
    build: async (context, { email, putUserDocument }) => {
      const account = createAccountWithPassword(context, email, { displayName: "Ada Example" });
      await putUserDocument(account.uid, { email, name: "Ada Example" });
      return [account];
    },
  },
  unverified: {
    tells: texts.unverified,
    email: "una@example.test",
    build: (context, { email }) => {
      const account = createAccountWithPassword(context, email, { emailVerified: false });
      mailOobCode(context, createArtificialCall(context), { requestType: "VERIFY_EMAIL", email });
      return [account];
    },
  },
  "google only": {
    tells: texts["google only"],
    email: "gina@example.test",
    build: (context, { email }) => [
      addProvider(
        context,
        createProviderPerson(context, { providerId: "google.com", email, name: "Gina Google" }),
      ),
    ],
  },
  "password and google": {
    tells: texts["password and google"],
    email: "paul@example.test",
    build: (context, { email }) => [
      addProvider(
        context,
        createProviderPerson(context, { providerId: "google.com", email, name: "Paul Both" }),
        createAccountWithPassword(context, email),
      ),
    ],
  },
  "provider collision": {
    tells: texts["provider collision"],
    email: "carla@example.test",
    build: (context, { email }) => {
      createProviderPerson(context, {
        providerId: "github.com",
        email,
        name: "Carla Collision",
        emailVerified: false,
      });
      createProviderPerson(context, { providerId: "google.com", email, name: "Carla Collision" });
      return [createAccountWithPassword(context, email)];
    },
  },
  "second factor": {
    tells: texts["second factor"],
    email: "tom@example.test",
    build: (context, { email }) => [addTotp(context, createAccountWithPassword(context, email))],
  },
  "sms second factor": {
    tells: texts["sms second factor"],
    email: "sara@example.test",
    build: (context, { email }) => [addPhoneFactor(context, createAccountWithPassword(context, email))],
  },
  "passkey only": {
    tells: texts["passkey only"],
    email: "kim@example.test",
    build: async (context, { email }) => [
      await addPasskey(context, createAccountWithoutPassword(context, email)),
    ],
  },
  "password and passkey": {
    tells: texts["password and passkey"],
    email: "pat@example.test",
    build: async (context, { email }) => [
      await addPasskey(context, createAccountWithPassword(context, email)),
    ],
  },
  disabled: {
    tells: texts.disabled,
    email: "dora@example.test",
    build: (context, { email }) => [createAccountWithPassword(context, email, { disabled: true })],
  },
  "expired session": {
    tells: texts["expired session"],
    email: "eve@example.test",
    build: (context, { email }) => createExpiredSession(context, email),
  },
  "plan active": {
    tells: texts["plan active"],
    email: "petra@example.test",
    build: (context, stage) => createAccountOnPlan(context, stage, "active"),
  },
  "plan past due": {
    tells: texts["plan past due"],
    email: "petra@example.test",
    build: (context, stage) => createAccountOnPlan(context, stage, "past_due"),
  },
  crowd: {
    tells: texts.crowd,
    email: "crowd@example.test",
    build: (context, { email }) => {
      const [name = "crowd", host = "example.test"] = email.split("@");
      return Array.from({ length: 300 }, (_, index) =>
        createAccountWithPassword(context, `${name}-${String(index + 1).padStart(3, "0")}@${host}`, {
          emailVerified: index % 3 !== 0,
          disabled: index % 50 === 49,
        }),
      );
    },
  },
};

const findScenario = (name: string): Scenario => {
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (!scenario)
    throw new ApiError(
      `There is no scenario "${name}". There are: ${Object.keys(scenarios).join(", ")}.`,
      404,
    );
  return scenario;
};

/** Writes through the documents' own API, because scenarios depend on no other part of these services. */
async function putDocument(
  context: ServiceContext,
  handle: (request: Request) => Promise<Response | undefined>,
  uid: string,
  fields: Record<string, string>,
): Promise<void> {
  const values = Object.entries(fields).map(([name, stringValue]) => [name, { stringValue }]);
  const path = `/v1/projects/${context.projectId}/databases/(default)/documents/users/${uid}`;
  const response = await handle(
    new Request(new URL(path, context.origin ?? "http://localhost"), {
      method: "PATCH",
      headers: {
        authorization: "Bearer owner",
        "content-type": "application/json",
        [STEERING_HEADER]: "1",
      },
      body: JSON.stringify({ fields: Object.fromEntries(values) }),
    }),
  );
  if (!response?.ok) throw new Error("the scenario's user document could not be written");
}

export function createScenarios(
  context: ServiceContext,
  reset: () => void,
  handle: (request: Request) => Promise<Response | undefined>,
): Scenarios {
  return {
    list: () => Object.entries(scenarios).map(([name, { tells, email }]) => ({ name, tells, email })),
    load: async (name, { email } = {}) => {
      const scenario = findScenario(name);
      if (email === undefined) reset();
      else {
        assert(isEmail(email), "INVALID_EMAIL");
        assert(!context.identity.accountByEmail(email), "EMAIL_EXISTS");
      }
      const accounts = await scenario.build(context, {
        email: (email ?? scenario.email).toLowerCase(),
        putUserDocument: (uid, fields) => putDocument(context, handle, uid, fields),
      });
      context.changed();
      return { uid: "", email: "", ...accounts[0], name, tells: scenario.tells, accounts };
    },
  };
}
