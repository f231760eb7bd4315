import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { LocalServices } from "../../../../mocks/local-services.ts";
import { readJsonFile } from "./firebase-project.ts";

/** The version of Google's tools whose layout this is. */
const LAYOUT = "15.0.0";
/** Accounts and switches are where Google's emulator reads them. Its format of documents is binary, so ours are apart. */
const FILES = {
  metadata: "firebase-export-metadata.json",
  accounts: "auth_export/accounts.json",
  config: "auth_export/config.json",
  documents: "local-services.json",
};

const Config = v.object({
  signIn: v.optional(v.object({ allowDuplicateEmails: v.optional(v.boolean(), false) }), {}),
  emailPrivacyConfig: v.optional(
    v.object({ enableImprovedEmailPrivacy: v.optional(v.boolean(), false) }),
    {},
  ),
});
const Documents = v.object({ projectId: v.string(), extensions: v.record(v.string(), v.unknown()) });

/**
 * Reads the folder of an export, of Google's emulator or of these services. A missing folder has no data.
 * @returns what stores the data in running services
 * @throws {StartError} if a file is invalid
 */
export function readExport(folder: string): (services: LocalServices) => void {
  const accounts = readJsonFile(join(folder, FILES.accounts), v.unknown());
  const config = readJsonFile(join(folder, FILES.config), Config);
  const documents = readJsonFile(join(folder, FILES.documents), Documents);
  return (services) => {
    if (documents) services.restore({ ...services.snapshot(), ...documents });
    if (config) {
      const { settings } = services.identity;
      settings.allowDuplicateEmails = config.signIn.allowDuplicateEmails ?? false;
      settings.enumerationProtection = config.emailPrivacyConfig.enableImprovedEmailPrivacy ?? false;
    }
    if (accounts === undefined) return;
    const { imported, refused } = services.importAccounts(accounts);
    process.stdout.write(`${imported} accounts were imported from ${folder}.\n`);
    for (const { index, message } of refused)
      process.stdout.write(`Account ${index} of ${folder} was refused: ${message}\n`);
  };
}

/** Writes the accounts, the two switches and the documents. Google's emulator can import the accounts and the switches. */
export function writeExport(folder: string, services: LocalServices): void {
  mkdirSync(join(folder, "auth_export"), { recursive: true });
  const { allowDuplicateEmails, enumerationProtection } = services.identity.settings;
  const { projectId, extensions } = services.snapshot();
  const contents: Record<keyof typeof FILES, object> = {
    metadata: { version: LAYOUT, auth: { version: LAYOUT, path: "auth_export" } },
    accounts: { kind: "identitytoolkit#DownloadAccountResponse", ...services.exportAccounts() },
    config: {
      signIn: { allowDuplicateEmails },
      emailPrivacyConfig: { enableImprovedEmailPrivacy: enumerationProtection },
    },
    documents: { projectId, extensions },
  };
  for (const name of ["metadata", "accounts", "config", "documents"] as const)
    writeFileSync(join(folder, FILES[name]), JSON.stringify(contents[name], undefined, 2), { mode: 0o600 });
}
