import { pageScript } from "../pages/page-script.ts";
import { createAccounts } from "./client/accounts.ts";
import { clientTexts } from "./client/client-texts.ts";
import { createClockView } from "./client/clock.ts";
import { createDocuments } from "./client/documents.ts";
import { createFailuresView } from "./client/failures.ts";
import { createLogView } from "./client/log.ts";
import { main, type Parts } from "./client/main.ts";
import { createOutboxView } from "./client/outbox.ts";
import { createProjectSetupView } from "./client/project-setup.ts";
import { createTools } from "./client/tools.ts";
import { createWorldsView } from "./client/worlds.ts";

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

export const script = pageScript(main, parts, clientTexts);
