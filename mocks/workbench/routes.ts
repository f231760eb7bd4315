import type { Overview } from "../control/accounts.ts";
import type { Route } from "../http/router.ts";
import { createRouteFactory } from "../http/router.ts";
import { createAsset, createPageScript } from "../pages/html.ts";
import { styleSheet } from "../pages/style.ts";
import { createAccountsView } from "./client/accounts.ts";
import { type ClientTexts, clientTexts } from "./client/client-texts.ts";
import { createClockView } from "./client/clock.ts";
import { createDocumentsView } from "./client/documents.ts";
import { createFailuresView } from "./client/failures.ts";
import { createLogView } from "./client/log.ts";
import { createOutboxView } from "./client/outbox.ts";
import { createProjectSetupView, createWorldsView } from "./client/project-setup.ts";
import { createTools } from "./client/tools.ts";
import { createWorkbenchPage } from "./document.ts";
import { workbenchStyle } from "./style.ts";

const parts = {
  createTools,
  createLogView,
  createDocumentsView,
  createClockView,
  views: {
    createAccountsView,
    createOutboxView,
    createFailuresView,
    createProjectSetupView,
    createWorldsView,
  },
};

/** Starts the workbench: reads everything once, then again whenever the services report a change. */
function startWorkbench(given: typeof parts, texts: ClientTexts): void {
  const tools = given.createTools(texts);
  const { byId, call, inWorld, showMessage, perform } = tools;
  const log = given.createLogView(tools);
  const showDocuments = given.createDocumentsView(tools);
  const showClock = given.createClockView(tools);
  const views = Object.values(given.views).map((create) => create(tools));
  const SOON_MS = 120;

  const refreshAll = async () => {
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
      void perform(refreshAll);
    }, SOON_MS);
  };

  const stream = new EventSource(inWorld("/__local/stream"));
  const onStreamEvent = (name: string, act: (data: unknown) => void) =>
    stream.addEventListener(name, (message: MessageEvent<string>) => act(JSON.parse(message.data)));
  onStreamEvent("request", log.request);
  onStreamEvent("event", log.event);
  onStreamEvent("clock", (reading) => showClock(reading as Overview["clock"]));
  onStreamEvent("changed", refreshSoon);
  stream.addEventListener("open", () => {
    showMessage(texts.connected);
    void perform(async () => {
      await refreshAll();
      await log.load();
    });
  });
  stream.addEventListener("error", () => showMessage(texts.noAnswer, true));

  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLElement && event.target.matches("input, select, textarea");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    byId("accounts-filter").focus();
  });
}

const script = createPageScript(startWorkbench, parts, clientTexts);

const file = createRouteFactory("control", "control", "/__local");

/** The workbench's files. All other pages of the services use its style sheet too. */
export const workbenchRoutes: Route[] = [
  file("GET", "", createWorkbenchPage),
  file("GET", "/", createWorkbenchPage),
  file("GET", "/style.css", () => createAsset(styleSheet + workbenchStyle, "text/css")),
  file("GET", "/workbench.js", () => createAsset(script, "text/javascript")),
];
