import type { ServiceContext } from "../core/service-context.ts";
import type { Route } from "../http/router.ts";
import { asset } from "../pages/html.ts";
import { styleSheet } from "../pages/style.ts";
import { createAccount, editAccount, removeAccount } from "./accounts.ts";
import { workbench } from "./document.ts";
import { overview } from "./overview.ts";
import { script } from "./script.ts";

const steer = (method: string, path: string, run: Route<ServiceContext>["run"]): Route<ServiceContext> => ({
  method,
  path: `/__local${path}`,
  endpoint: "control",
  access: "control",
  run,
});

export const workbenchRoutes: Route<ServiceContext>[] = [
  steer("GET", "", workbench),
  steer("GET", "/", workbench),
  steer("GET", "/style.css", () => asset(styleSheet, "text/css")),
  steer("GET", "/workbench.js", () => asset(script, "text/javascript")),
  steer("GET", "/overview", overview),
  steer("POST", "/accounts", createAccount),
  steer("PATCH", "/accounts/{uid}", editAccount),
  steer("DELETE", "/accounts/{uid}", removeAccount),
];
