import type { Overview } from "../control/accounts.ts";
import type { ServiceContext } from "../core/service-context.ts";
import type { Route } from "../http/router.ts";
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

type Parts = {
  createTools: typeof createTools;
  createAccounts: typeof createAccounts;
  createOutboxView: typeof createOutboxView;
  createClockView: typeof createClockView;
  createDocuments: typeof createDocuments;
  createFailuresView: typeof createFailuresView;
  createProjectSetupView: typeof createProjectSetupView;
  createLogView: typeof createLogView;
  createWorldsView: typeof createWorldsView;
};

/** Starts the workbench: reads everything once, then again whenever the services report a change. */
function main(parts: Parts, texts: ClientTexts): void {
  const tools = parts.createTools(texts);
  const { byId, call, inWorld, say, attempt } = tools;
  const log = parts.createLogView(tools);
  const showDocuments = parts.createDocuments(tools);
  const showClock = parts.createClockView(tools);
  const views = [
    parts.createAccounts(tools),
    parts.createOutboxView(tools),
    parts.createFailuresView(tools),
    parts.createProjectSetupView(tools),
    parts.createWorldsView(tools),
  ];
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
      void attempt(refresh);
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
    void attempt(async () => {
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

const parts: Parts = {
  createTools,
  createAccounts,
  createOutboxView,
  createClockView,
  createDocuments,
  createFailuresView,
  createProjectSetupView,
  createLogView,
  createWorldsView,
};

const script = pageScript(main, parts, clientTexts);

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
