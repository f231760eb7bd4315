import type * as v from "valibot";
import type { World } from "../world.ts";
import type { Call } from "./call.ts";
import type { Answer, Route } from "./router.ts";
import { parseBody } from "./wire.ts";

/** One method of an API: it gets a parsed body and throws the API's words. */
export type Operation<Schema extends v.GenericSchema> = (
  world: World,
  body: v.InferOutput<Schema>,
  owner: boolean,
  call: Call,
) => Answer | Promise<Answer>;

/** A route whose body is parsed by its schema before the operation sees it. */
export const operationRoute = <Schema extends v.GenericSchema>(
  route: Pick<Route<World>, "method" | "path" | "endpoint" | "access">,
  schema: Schema,
  operation: Operation<Schema>,
): Route<World> => ({
  ...route,
  run: (world, call) => operation(world, parseBody(schema, call.fields), call.owner, call),
});
