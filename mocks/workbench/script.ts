import { createAccounts } from "./client/accounts.ts";
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

/**
 * The page's script, made of the functions' own text. They are written and checked in TypeScript like all other code,
 * but there is no file to find at run time: the same handlers serve this page from Node, from a bundle and from a
 * service worker. Each function must therefore be self-contained. Some compilers wrap functions in `__name`.
 */
export const script = `const __name = (value) => value;
(${main.toString()})({
${Object.entries(parts)
  .map(([name, part]) => `${name}: ${part.toString()}`)
  .join(",\n")}
});
`;
