import type { ServiceContext } from "../core/service-context.ts";
import { userDocumentName } from "../firestore/documents/name.ts";
import { ApiError, assert } from "../http/api-error.ts";
import { mailOobCode } from "../identity-toolkit/proofs/oob.ts";
import { isEmail } from "../identity-toolkit/state/account.ts";
import { issueTokens } from "../identity-toolkit/tokens/tokens.ts";
import {
  addPasskey,
  addPhoneFactor,
  addProvider,
  addTotp,
  createAccountWithPassword,
  createProviderPerson,
  type ScenarioAccount,
} from "./accounts.ts";
import { resetServices } from "./snapshot.ts";

type Scenario = {
  /** What the workbench says about it; `README.md` repeats it. */
  tells: string;
  email: string;
  /** @param email the address of its first account */
  build(
    context: ServiceContext,
    email: string,
  ): ScenarioAccount | ScenarioAccount[] | Promise<ScenarioAccount | ScenarioAccount[]>;
};

/**
 * The data of the first account directly, and all accounts in a list. A scenario without accounts has an empty `uid`
 * and `email`.
 */
export type LoadedScenario = { name: string; tells: string; accounts: ScenarioAccount[] } & ScenarioAccount;

function putUserDocument(
  { documents, projectId }: ServiceContext,
  { uid }: ScenarioAccount,
  fields: Record<string, string>,
): void {
  const values = Object.entries(fields).map(([name, stringValue]) => [name, { stringValue }]);
  documents.store.put(userDocumentName(projectId, uid), Object.fromEntries(values));
}

const createAccountOnPlan =
  (status: string): Scenario["build"] =>
  (context, email) => {
    const account = createAccountWithPassword(context, email, { displayName: "Petra Plan" });
    putUserDocument(context, account, {
      email,
      name: "Petra Plan",
      stripePriceId: "price_local_pro",
      stripeSubscriptionStatus: status,
    });
    return account;
  };

/** A session that began an hour ago and has been revoked. Both of its tokens are invalid. */
async function createExpiredSession(context: ServiceContext, email: string): Promise<ScenarioAccount> {
  const holder = createAccountWithPassword(context, email);
  const hourAgo = Math.floor(context.clock.now() / 1000) - 3600;
  const { idToken, refreshToken } = await issueTokens(
    context,
    { localId: holder.uid },
    { provider: "password", authTime: hourAgo, sessionStart: hourAgo, issuedAt: hourAgo - 1 },
  );
  return { ...holder, idToken, refreshToken };
}

const scenarios: Record<string, Scenario> = {
  fresh: { tells: "no accounts", email: "", build: () => [] },
  "verified customer": {
    tells: "Ada has a password and a verified address",
    email: "ada@example.test",
    build: (context, email) => {
      const account = createAccountWithPassword(context, email, { displayName: "Ada Example" });
      putUserDocument(context, account, { email, name: "Ada Example" });
      return account;
    },
  },
  unverified: {
    tells: "Una has not opened her verification email, which is in the outbox",
    email: "una@example.test",
    build: (context, email) => {
      const account = createAccountWithPassword(context, email, { emailVerified: false });
      const url = new URL(context.origin ?? "http://localhost");
      const call = {
        request: new Request(url),
        url,
        params: {},
        fields: {},
        owner: true,
        origin: url.origin,
      };
      mailOobCode(context, call, { requestType: "VERIFY_EMAIL", email });
      return account;
    },
  },
  "google only": {
    tells: "Gina signs in with Google and has no password",
    email: "gina@example.test",
    build: (context, email) =>
      addProvider(
        context,
        createProviderPerson(context, { providerId: "google.com", email, name: "Gina Google" }),
      ),
  },
  "password and google": {
    tells: "Paul has a password and Google",
    email: "paul@example.test",
    build: (context, email) =>
      addProvider(
        context,
        createProviderPerson(context, { providerId: "google.com", email, name: "Paul Both" }),
        createAccountWithPassword(context, email),
      ),
  },
  "provider collision": {
    tells: "Carla has a password; Google verifies her address, GitHub does not",
    email: "carla@example.test",
    build: (context, email) => {
      const name = "Carla Collision";
      createProviderPerson(context, { providerId: "github.com", email, name, emailVerified: false });
      createProviderPerson(context, { providerId: "google.com", email, name });
      return createAccountWithPassword(context, email);
    },
  },
  "second factor": {
    tells: "Tom needs the code of his authenticator app, which the workbench shows",
    email: "tom@example.test",
    build: (context, email) => addTotp(context, createAccountWithPassword(context, email)),
  },
  "sms second factor": {
    tells: "Sara needs the code of an SMS, which is in the outbox",
    email: "sara@example.test",
    build: (context, email) => addPhoneFactor(context, createAccountWithPassword(context, email)),
  },
  "passkey only": {
    tells: "Kim signs in with a passkey and has no password",
    email: "kim@example.test",
    build: (context, email) => {
      const none = { passwordHash: undefined, salt: undefined, passwordUpdatedAt: undefined };
      const { password: _, ...account } = createAccountWithPassword(context, email, none);
      return addPasskey(context, account);
    },
  },
  "password and passkey": {
    tells: "Pat has a password and a passkey",
    email: "pat@example.test",
    build: (context, email) => addPasskey(context, createAccountWithPassword(context, email)),
  },
  disabled: {
    tells: "Dora’s account was disabled by an administrator",
    email: "dora@example.test",
    build: (context, email) => createAccountWithPassword(context, email, { disabled: true }),
  },
  "expired session": {
    tells: "Eve’s session has expired and was revoked; the response has its tokens",
    email: "eve@example.test",
    build: createExpiredSession,
  },
  "plan active": {
    tells: "Petra pays for the pro plan",
    email: "petra@example.test",
    build: createAccountOnPlan("active"),
  },
  "plan past due": {
    tells: "Petra’s last payment for the pro plan failed",
    email: "petra@example.test",
    build: createAccountOnPlan("past_due"),
  },
  crowd: {
    tells: "three hundred accounts with passwords: verified, unverified, disabled",
    email: "crowd@example.test",
    build: (context, email) => {
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

export const createScenarios = (context: ServiceContext) => ({
  list: () => Object.entries(scenarios).map(([name, { tells, email }]) => ({ name, tells, email })),
  /**
   * Loads a scenario. Without an address, resets the services first. With one, adds the scenario under that address
   * and keeps existing data, so that tests can share one set of services.
   */
  load: async (name: string, { email }: { email?: string } = {}): Promise<LoadedScenario> => {
    const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
    if (!scenario)
      throw new ApiError(
        `There is no scenario "${name}". There are: ${Object.keys(scenarios).join(", ")}.`,
        404,
      );
    if (email === undefined) resetServices(context);
    else {
      assert(isEmail(email), "INVALID_EMAIL");
      assert(!context.identity.accountByEmail(email), "EMAIL_EXISTS");
    }
    const { build, email: usual, tells } = scenario;
    const accounts = [await build(context, (email ?? usual).toLowerCase())].flat();
    context.changed();
    return { uid: "", email: "", ...accounts[0], name, tells, accounts };
  },
});
export type Scenarios = ReturnType<typeof createScenarios>;
