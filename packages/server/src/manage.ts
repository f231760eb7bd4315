import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { runCommand, UsageError } from "./commands/run-command.ts";
import type { Database } from "./database/database.ts";
import { openDatabase } from "./database/open-database.ts";
import { parseEnvironment } from "./environment/environment.ts";
import { readSecretFiles } from "./environment/secret-files.ts";
import { auditTo, createLogger, createLogOutput, explainFault } from "./operation/logger.ts";

/** npm prints a banner before the command, and a redirection would write it into the file. */
function refuseNpmBanner(args: readonly string[]): void {
  const { npm_lifecycle_event: script, npm_config_loglevel: level } = process.env;
  if (script === undefined || level === "silent" || process.stdout.isTTY || !args[0]?.startsWith("export"))
    return;
  throw new UsageError(
    `npm would write its banner into the export. Run: npm run --silent manage -- ${args[0]} > file.csv`,
  );
}

/** `npm run manage -- <command>`: manual operations, with the server's own configuration. */
async function runManageCommand(): Promise<void> {
  refuseNpmBanner(process.argv.slice(2));
  const config = parseEnvironment(readSecretFiles(process.env));
  const templateFolder = fileURLToPath(new URL("../database-template", import.meta.url));
  let database: Database | undefined;
  const open = (): Database => {
    database = openDatabase({ ...config, templateFolder });
    return database;
  };
  // Standard output belongs to the command.
  const audit = auditTo(createLogger(config.logLevel, createLogOutput(process.stderr)));
  try {
    for await (const text of runCommand(process.argv.slice(2), config, open, audit)) {
      if (!process.stdout.write(text)) await once(process.stdout, "drain");
    }
  } finally {
    await database?.close();
  }
}

/** `manage … | head` closes the pipe before the end of the output. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

runManageCommand().catch((error: unknown) => {
  process.stderr.write(`${error instanceof UsageError ? error.message : explainFault(error)}\n`);
  process.exitCode = 1;
});
