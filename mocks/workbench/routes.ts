import type { ServiceContext } from "../core/service-context.ts";
import type { Route } from "../http/router.ts";
import { asset } from "../pages/html.ts";
import { styleSheet } from "../pages/style.ts";
import { workbench } from "./document.ts";
import { script } from "./script.ts";
import { workbenchStyle } from "./style.ts";

const file = (path: string, run: Route<ServiceContext>["run"]): Route<ServiceContext> => ({
  method: "GET",
  path: `/__local${path}`,
  endpoint: "control",
  access: "control",
  run,
});

/** The workbench's files. All other pages of the services use its style sheet too. */
export const workbenchRoutes: Route<ServiceContext>[] = [
  file("", workbench),
  file("/", workbench),
  file("/style.css", () => asset(styleSheet + workbenchStyle, "text/css")),
  file("/workbench.js", () => asset(script, "text/javascript")),
];
