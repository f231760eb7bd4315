import { createAccount, editAccount, removeAccount } from "../control/accounts.ts";
import type { Route } from "../http/router.ts";
import { asset } from "../pages/html.ts";
import { styleSheet } from "../pages/style.ts";
import type { ServiceContext } from "../service-context.ts";
import { workbench } from "./document.ts";
import { overview } from "./overview.ts";
import { script } from "./script.ts";

const open = (method: string, path: string, run: Route<ServiceContext>["run"]): Route<ServiceContext> => ({
  method,
  path: `/__local${path}`,
  endpoint: "control",
  access: "open",
  run,
});

export const workbenchRoutes: Route<ServiceContext>[] = [
  open("GET", "", workbench),
  open("GET", "/", workbench),
  open("GET", "/style.css", () => asset(styleSheet, "text/css")),
  open("GET", "/workbench.js", () => asset(script, "text/javascript")),
  open("GET", "/overview", overview),
  open("POST", "/accounts", createAccount),
  open("PATCH", "/accounts/{uid}", editAccount),
  open("DELETE", "/accounts/{uid}", removeAccount),
];
