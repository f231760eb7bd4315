import type * as v from "valibot";
import type { Call } from "../http/call.ts";
import { type Answer, createRouter, type Route } from "../http/router.ts";
import type { Service } from "../http/serve.ts";
import { parseBody } from "../http/wire.ts";
import type { World } from "../world.ts";
import { LookupBody, lookup } from "./operations/lookup.ts";
import { projectConfig } from "./operations/project-config.ts";
import { SignInWithPasswordBody, signInWithPassword } from "./operations/sign-in-with-password.ts";
import { SignUpBody, signUp } from "./operations/sign-up.ts";

type Operation<Schema extends v.GenericSchema> = (
  world: World,
  body: v.InferOutput<Schema>,
  owner: boolean,
  call: Call,
) => Answer | Promise<Answer>;

/** A POST whose body is parsed by its schema before the operation sees it. */
const post = <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  operation: Operation<Schema>,
  access: Route<World>["access"] = "key",
): Route<World> => ({
  method: "POST",
  path,
  endpoint: path.slice(path.indexOf("accounts")).replace(/^accounts\/(?=mfa)/, ""),
  access,
  run: (world, call) => operation(world, parseBody(schema, call.fields), call.owner, call),
});

const routes: Route<World>[] = [
  post("/v1/accounts:signUp", SignUpBody, signUp),
  post("/v1/accounts:signInWithPassword", SignInWithPasswordBody, signInWithPassword),
  post("/v1/accounts:lookup", LookupBody, lookup),
  { method: "GET", path: "/v1/projects", endpoint: "projects", access: "key", run: projectConfig },
];

const HOST = "identitytoolkit.googleapis.com";

export const identityToolkit: Service = {
  router: createRouter(routes),
  pathOf: (url) => url.href.slice(url.href.indexOf(HOST) + HOST.length).replace(/[?#].*$/, ""),
};
