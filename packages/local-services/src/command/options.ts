import { parseArgs } from "node:util";
import { isHostName, isOrigin } from "../http/serve.ts";
import { readFirebaseProject } from "./firebase-tools.ts";

export const USAGE = `Usage: local-services [options]
       local-services exec [options] -- COMMAND   run a command with the emulators' variables, then stop

  --port <number>            first of two ports; 0 draws a free one (default: firebase.json's, or 9099)
  --host <address>           address to listen on (default 127.0.0.1)
  --project <id>             project ID of the default world (default: .firebaserc's, or demo-project)
  --data <folder>            keep the accounts of the default world over restarts
  --import <folder>          begin with an export of the emulator or of these services
  --export-on-exit <folder>  write such an export at the end (default: the folder of --import)
  --tokens <kind>            "signed", or "unsigned" for the Admin SDK (default: unsigned for exec)
  --action-url <url>         your page for mailed links (default: a page of the services)
  --control-origin <origin>  one more origin whose pages may steer the services; may be repeated
  --allowed-host <name>      one more host name to answer at, besides localhost; may be repeated
  --help                     show this text
`;
const HIGHEST_PORT = 65_534;

/** An invalid option. The message says what to do. */
export class UsageError extends Error {}

/** `--export-on-exit` may have no value, as in Google's tools. */
const withEmptyValue = (argument: string, index: number, all: readonly string[]): string =>
  argument === "--export-on-exit" && (all[index + 1] ?? "-").startsWith("-") ? `${argument}=` : argument;

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: args.map(withEmptyValue),
      allowPositionals: true,
      options: {
        port: { type: "string" },
        host: { type: "string", default: "127.0.0.1" },
        project: { type: "string" },
        data: { type: "string" },
        import: { type: "string" },
        "export-on-exit": { type: "string" },
        tokens: { type: "string" },
        "action-url": { type: "string" },
        "control-origin": { type: "string", multiple: true, default: [] },
        "allowed-host": { type: "string", multiple: true, default: [] },
        help: { type: "boolean", default: false },
      },
    });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause));
  }
}

/**
 * The options of a command line, checked. What it lacks, the files of Google's tools in this folder say.
 * @param args the arguments after the program
 * @returns undefined if they ask for the usage
 * @throws UsageError if they are invalid
 */
export function parseOptions(args: readonly string[]) {
  const { values: options, positionals } = readArguments(args);
  if (options.help) return undefined;
  const [verb = "exec", ...command] = positionals;
  if (verb !== "exec") throw new UsageError(`There is no command "${verb}".`);
  const isExec = positionals.length > 0;
  if (isExec && command.length === 0) throw new UsageError("exec needs a command after --.");
  const firebase = readFirebaseProject();
  const { port: wanted = String(firebase.port ?? 9099), project = firebase.projectId ?? "demo-project" } =
    options;
  const port = Number(wanted);
  if (!/^\d{1,5}$/.test(wanted) || port > HIGHEST_PORT)
    throw new UsageError(`--port must be a whole number from 0 to ${HIGHEST_PORT}, not "${wanted}".`);
  const { documentsPort } = options.port === undefined ? firebase : {};
  const furtherPorts = documentsPort === undefined || documentsPort === port ? [] : [documentsPort];
  const { tokens: given = isExec ? "unsigned" : "signed", import: importFolder } = options;
  const { "export-on-exit": named } = options;
  const exportFolder = named === "" ? importFolder : named;
  if (named === "" && importFolder === undefined)
    throw new UsageError("--export-on-exit needs a folder, or that of --import.");
  const tokens = (["signed", "unsigned"] as const).find((kind) => kind === given);
  if (tokens === undefined) throw new UsageError(`--tokens must be signed or unsigned, not "${given}".`);
  const { "action-url": actionUrl, "control-origin": controlOrigins, data, host } = options;
  if (actionUrl !== undefined && !URL.canParse(actionUrl))
    throw new UsageError(`"${actionUrl}" is no address such as http://localhost:3000.`);
  const foreign = controlOrigins.find((text) => !isOrigin(text));
  if (foreign !== undefined) throw new UsageError(`"${foreign}" is no origin such as http://localhost:3000.`);
  const allowedHosts = options["allowed-host"].map((name) => name.toLowerCase());
  const wrong = allowedHosts.find((text) => !isHostName(text));
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is no host name such as services.`);
  return {
    command,
    importFolder,
    exportFolder,
    services: {
      port,
      furtherPorts,
      host,
      projectId: project,
      controlOrigins,
      allowedHosts,
      tokens,
      ...(data === undefined ? {} : { dataFolder: data }),
      ...(actionUrl === undefined ? {} : { actionUrl }),
    },
  };
}
