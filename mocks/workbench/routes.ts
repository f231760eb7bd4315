import type { Overview } from "../control/accounts.ts";
import type { Route } from "../http/router.ts";
import { routesOf } from "../http/router.ts";
import { asset, pageScript } from "../pages/html.ts";
import { styleSheet } from "../pages/style.ts";
import { createAccounts } from "./client/accounts.ts";
import { type ClientTexts, clientTexts } from "./client/client-texts.ts";
import { createClockView } from "./client/clock.ts";
import { createDocuments } from "./client/documents.ts";
import { createFailuresView } from "./client/failures.ts";
import { createLogView } from "./client/log.ts";
import { createOutboxView } from "./client/outbox.ts";
import { createProjectSetupView, createWorldsView } from "./client/project-setup.ts";
import { createTools } from "./client/tools.ts";
import { workbench } from "./document.ts";
import { workbenchStyle } from "./style.ts";

const parts = {
  createTools,
  createLogView,
  createDocuments,
  createClockView,
  views: { createAccounts, createOutboxView, createFailuresView, createProjectSetupView, createWorldsView },
};

/** Starts the workbench: reads everything once, then again whenever the services report a change. */
function main(given: typeof parts, texts: ClientTexts): void {
  const tools = given.createTools(texts);
  const { byId, call, inWorld, say, perform } = tools;
  const log = given.createLogView(tools);
  const showDocuments = given.createDocuments(tools);
  const showClock = given.createClockView(tools);
  const views = Object.values(given.views).map((create) => create(tools));
  const SOON_MS = 120;

  const refresh = async () => {
    const overview = (await call("GET", "overview")) as Overview;
    byId("project").textContent = overview.projectId;
    showClock(overview.clock);
    for (const show of views) show(overview);
    await showDocuments(overview.projectId);
  };

  let isDue = false;
  const refreshSoon = () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      void perform(refresh);
    }, SOON_MS);
  };

  const stream = new EventSource(inWorld("/__local/stream"));
  const on = (name: string, act: (data: unknown) => void) =>
    stream.addEventListener(name, (message: MessageEvent<string>) => act(JSON.parse(message.data)));
  on("request", log.request);
  on("event", log.event);
  on("clock", (reading) => showClock(reading as Overview["clock"]));
  on("changed", refreshSoon);
  stream.addEventListener("open", () => {
    say(texts.connected);
    void perform(async () => {
      await refresh();
      await log.load();
    });
  });
  stream.addEventListener("error", () => say(texts.noAnswer, true));

  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLElement && event.target.matches("input, select, textarea");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    byId("accounts-filter").focus();
  });
}

const script = pageScript(main, parts, clientTexts);

const file = routesOf("control", "control", "/__local");

/** The workbench's files. All other pages of the services use its style sheet too. */
export const workbenchRoutes: Route[] = [
  file("GET", "", workbench),
  file("GET", "/", workbench),
  file("GET", "/style.css", () => asset(styleSheet + workbenchStyle, "text/css")),
  file("GET", "/workbench.js", () => asset(script, "text/javascript")),
];
