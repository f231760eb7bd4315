import { ApiError } from "../http/api-error.ts";
import { STEERING_HEADER } from "../http/guard.ts";
import type { World } from "../world.ts";
import type { Member } from "./cast.ts";
import { type Scenario, scenarios } from "./scenarios.ts";

/** The first member at hand, all of them in a list. Where nobody has an account, its `uid` and `email` are empty. */
export type LoadedScenario = { name: string; tells: string; accounts: Member[] } & Member;

export type Scenarios = {
  list(): { name: string; tells: string; email: string }[];
  /**
   * Sets the scene. Without an address the services are reset first; with one, the scenario is added to what is
   * there under that address, so that tests can share one world.
   */
  load(name: string, options?: { email?: string }): Promise<LoadedScenario>;
};

const find = (name: string): Scenario => {
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (!scenario)
    throw new ApiError(
      `There is no scenario "${name}". There are: ${Object.keys(scenarios).join(", ")}.`,
      404,
    );
  return scenario;
};

/** Writes through the documents' own API: the scenarios know no other part of these services. */
async function putDocument(
  world: World,
  handle: (request: Request) => Promise<Response | undefined>,
  uid: string,
  fields: Record<string, string>,
): Promise<void> {
  const values = Object.entries(fields).map(([name, stringValue]) => [name, { stringValue }]);
  const path = `/v1/projects/${world.projectId}/databases/(default)/documents/users/${uid}`;
  const response = await handle(
    new Request(new URL(path, world.origin ?? "http://localhost"), {
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
  world: World,
  reset: () => void,
  handle: (request: Request) => Promise<Response | undefined>,
): Scenarios {
  return {
    list: () => Object.entries(scenarios).map(([name, { tells, email }]) => ({ name, tells, email })),
    load: async (name, { email } = {}) => {
      const scenario = find(name);
      if (email === undefined) reset();
      else if (world.identity.accountByEmail(email)) throw new ApiError("EMAIL_EXISTS");
      const accounts = await scenario.build(world, {
        email: (email ?? scenario.email).toLowerCase(),
        putUserDocument: (uid, fields) => putDocument(world, handle, uid, fields),
      });
      world.changed();
      return { uid: "", email: "", ...accounts[0], name, tells: scenario.tells, accounts };
    },
  };
}
