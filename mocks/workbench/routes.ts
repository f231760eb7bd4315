import type { Route } from "../http/router.ts";
import type { World } from "../world.ts";

export const workbenchRoutes: Route<World>[] = [];
