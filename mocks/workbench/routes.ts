import { createRouteFactory, type Route } from "../http/router.ts";
import { createAsset, createPageScript } from "../pages/html.ts";
import { styleSheet } from "../pages/style.ts";
import { runWorkbench } from "./client.ts";
import { createWorkbenchPage } from "./page.ts";
import { workbenchStyle } from "./style.ts";
import { workbenchScriptTexts } from "./workbench-texts.ts";

const script = createPageScript(runWorkbench, workbenchScriptTexts);

const file = createRouteFactory("control", "control", "/__local");

/** The workbench's files. All other pages of the services use its style sheet too. */
export const workbenchRoutes: Route[] = [
  file("GET", "", createWorkbenchPage),
  file("GET", "/", createWorkbenchPage),
  file("GET", "/style.css", () => createAsset(styleSheet + workbenchStyle, "text/css")),
  file("GET", "/workbench.js", () => createAsset(script, "text/javascript")),
];
