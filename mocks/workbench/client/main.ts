import type { Overview } from "../../control/overview.ts";
import type { createAccounts } from "./accounts.ts";
import type { ClientTexts } from "./client-texts.ts";
import type { createClockView } from "./clock.ts";
import type { createDocuments } from "./documents.ts";
import type { createFailuresView } from "./failures.ts";
import type { createLogView } from "./log.ts";
import type { createOutboxView } from "./outbox.ts";
import type { createProjectSetupView } from "./project-setup.ts";
import type { createTools } from "./tools.ts";
import type { createWorldsView } from "./worlds.ts";

export type Parts = {
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
export function main(parts: Parts, texts: ClientTexts): void {
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
