import { createRouter } from "../http/router.ts";
import type { Service } from "../http/serve.ts";
import type { World } from "../world.ts";

export const consent: Service = {
  router: createRouter<World>([]),
  pathOf: ({ pathname }) => pathname,
  rawNames: true,
};
