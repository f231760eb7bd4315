#!/usr/bin/env node
import { parseArgs } from "node:util";
import { StartError } from "@tallybin/server/start-error";
import { stopOnSignals } from "@tallybin/server/stop-signals";
import { startLocalServices } from "./http/index.ts";
import { isHostName, isOrigin } from "./http/serve.ts";
import { isPortTaken } from "./http/two-origins.ts";

const USAGE = `Usage: local-services [options]

  --port <number>            first of two ports; 0 draws a free one (default 9099)
  --host <address>           address to listen on (default 127.0.0.1)
  --project <id>             project ID of the default world (default demo-project)
  --data <folder>            keep the accounts of the default world over restarts
  --tokens <kind>            "signed" (default), or "unsigned" for the Admin SDK
  --action-url <url>         your page for mailed links (default: a page of the services)
  --control-origin <origin>  one more origin whose pages may steer the services; may be repeated
  --allowed-host <name>      one more host name to answer at, besides localhost; may be repeated
  --help                     show this text
`;
const HIGHEST_PORT = 65_534;

/** An invalid option. The message says what to do. */
class UsageError extends Error {}

function readOptions() {
  try {
    return parseArgs({
      options: {
        port: { type: "string", default: "9099" },
        host: { type: "string", default: "127.0.0.1" },
        project: { type: "string", default: "demo-project" },
        data: { type: "string" },
        tokens: { type: "string", default: "signed" },
        "action-url": { type: "string" },
        "control-origin": { type: "string", multiple: true, default: [] },
        "allowed-host": { type: "string", multiple: true, default: [] },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause));
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(USAGE);
    return;
  }
  const port = /^\d{1,5}$/.test(options.port) ? Number(options.port) : Number.NaN;
  if (!(port <= HIGHEST_PORT))
    throw new UsageError(`--port must be a whole number from 0 to ${HIGHEST_PORT}, not "${options.port}".`);
  const { tokens } = options;
  if (tokens !== "signed" && tokens !== "unsigned")
    throw new UsageError(`--tokens must be signed or unsigned, not "${tokens}".`);
  const { "action-url": actionUrl, "control-origin": controlOrigins, data } = options;
  if (actionUrl !== undefined && !URL.canParse(actionUrl))
    throw new UsageError(`"${actionUrl}" is no address such as http://localhost:3000.`);
  const foreign = controlOrigins.find((text) => !isOrigin(text));
  if (foreign !== undefined) throw new UsageError(`"${foreign}" is no origin such as http://localhost:3000.`);
  const allowedHosts = options["allowed-host"].map((name) => name.toLowerCase());
  const wrong = allowedHosts.find((text) => !isHostName(text));
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is no host name such as services.`);
  const taken = `Port ${port} or ${port + 1} is already in use: stop the program that uses it, or choose others with --port ${port + 10}.`;
  const { origin, stop } = await startLocalServices({
    port,
    host: options.host,
    projectId: options.project,
    controlOrigins,
    allowedHosts,
    tokens,
    ...(data === undefined ? {} : { dataFolder: data }),
    ...(actionUrl === undefined ? {} : { actionUrl }),
  }).catch((error: unknown) => {
    throw isPortTaken(error) ? new StartError(taken) : error;
  });
  stopOnSignals(stop);
  process.stdout.write(
    `Sign-in, documents and mail are answered on this machine; nothing leaves it.\nWorkbench (accounts, mails, clock, failures): ${origin}/__local/\nLocal services are ready at ${origin}\n`,
  );
}

main().catch((error: unknown) => {
  const isExpected = error instanceof StartError || error instanceof UsageError;
  const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
  process.stderr.write(`${text}\n${error instanceof UsageError ? `\n${USAGE}` : ""}`);
  process.exitCode = 1;
});
