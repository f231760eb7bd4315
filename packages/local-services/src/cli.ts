#!/usr/bin/env node

import { StartError } from "@tallybin/server/errors/start-error";
import { stopOnSignals } from "@tallybin/server/operation/stop-signals";
import { emulatorVariables, readExport, runCommand, writeExport } from "./command/firebase-tools.ts";
import { parseOptions, USAGE, UsageError } from "./command/options.ts";
import { startLocalServices } from "./http/index.ts";
import { isPortTaken } from "./http/two-origins.ts";

async function main(): Promise<void> {
  const parsed = parseOptions(process.argv.slice(2));
  if (!parsed) {
    process.stdout.write(USAGE);
    return;
  }
  const { command, importFolder, exportFolder, services: options } = parsed;
  const { port } = options;
  const ports = [port, port + 1, ...options.furtherPorts].join(" or ");
  const taken = `Port ${ports} is already in use: stop the program that uses it, or choose others with --port ${port + 10}.`;
  const storeImport = importFolder === undefined ? undefined : readExport(importFolder);
  const { origin, services, ...server } = await startLocalServices(options).catch((error: unknown) => {
    throw isPortTaken(error) ? new StartError(taken) : error;
  });
  try {
    storeImport?.(services);
  } catch {
    await server.stop();
    throw new StartError(`The data of ${importFolder} cannot be imported: it is no export of this form.`);
  }
  const stop = async () => {
    if (exportFolder !== undefined) writeExport(exportFolder, services);
    await server.stop();
  };
  if (command.length > 0) {
    const host = `${options.host === "0.0.0.0" ? "127.0.0.1" : options.host}:${new URL(origin).port}`;
    try {
      process.exitCode = await runCommand(command, emulatorVariables(host, options.projectId));
    } finally {
      await stop();
    }
    return;
  }
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
