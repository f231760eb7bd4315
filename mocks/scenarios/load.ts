import type { ServiceContext } from "../core/service-context.ts";
import { ApiError } from "../http/api-error.ts";
import { STEERING_HEADER } from "../serving/guard.ts";
import type { Scenarios } from "./loaded-scenario.ts";
import { type Scenario, scenarios } from "./scenarios.ts";

const find = (name: string): Scenario => {
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
      const scenario = find(name);
      if (email === undefined) reset();
      else if (context.identity.accountByEmail(email)) throw new ApiError("EMAIL_EXISTS");
      const accounts = await scenario.build(context, {
        email: (email ?? scenario.email).toLowerCase(),
        putUserDocument: (uid, fields) => putDocument(context, handle, uid, fields),
      });
      context.changed();
      return { uid: "", email: "", ...accounts[0], name, tells: scenario.tells, accounts };
    },
  };
}
