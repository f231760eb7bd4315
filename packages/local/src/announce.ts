import { company } from "../../../src/config/company.ts";

/** Scripts wait for the last line, so it is printed when both addresses respond. */
export function announce({
  site,
  workbench,
  dataDir,
}: {
  site?: string;
  workbench: string;
  dataDir: string;
}): void {
  const lines = [
    "Sign-in, documents and mail are answered by local services on this machine; nothing leaves it.",
    `Workbench (accounts, mails, clock, failures): ${workbench}`,
    `Accounts and rows are kept in ${dataDir}; delete it to start afresh. Ctrl-C stops.`,
    site ? `${company.name} is ready at ${site}` : `Local services are ready at ${new URL(workbench).origin}`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}
