import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { StartError } from "@tallybin/server/errors/start-error";
import * as v from "valibot";
import type { LocalServices } from "../../../../mocks/local-services.ts";

const Port = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_534)));
const Emulator = v.optional(v.object({ port: Port }), {});
const Project = v.object({ emulators: v.optional(v.object({ auth: Emulator, firestore: Emulator }), {}) });
const AliasFile = v.object({ projects: v.optional(v.object({ default: v.optional(v.string()) }), {}) });

/** @throws {StartError} if the file exists and is invalid */
function readJsonFile<Schema extends v.GenericSchema>(path: string, schema: Schema) {
  if (!existsSync(path)) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), readFileSync(path, "utf8"));
  if (parsed.success) return parsed.output;
  // The messages of both parsers quote the file, which may contain passwords.
  const [{ type, expected, path: place = [] }] = parsed.issues;
  const problem = type === "parse_json" ? "no JSON" : `expected ${expected}`;
  throw new StartError(`${path} is invalid: ${[...place.map(({ key }) => key), problem].join(": ")}`);
}

/** The ports and the project that the files of Google's tools, in the working directory, configure for the emulators. */
export function readFirebaseProject() {
  const { auth, firestore } = readJsonFile("firebase.json", Project)?.emulators ?? {};
  return {
    port: auth?.port,
    documentsPort: firestore?.port,
    projectId: readJsonFile(".firebaserc", AliasFile)?.projects.default,
  };
}

/** The version of Google's tools whose layout this is. */
const LAYOUT = "15.0.0";
/** Accounts and switches are where Google's emulator reads them. Its format of documents is binary, so ours are apart. */
const FILES = {
  metadata: "firebase-export-metadata.json",
  accounts: "auth_export/accounts.json",
  config: "auth_export/config.json",
  documents: "local-services.json",
};

const Switch = v.optional(v.boolean(), false);
const Config = v.object({
  signIn: v.optional(v.object({ allowDuplicateEmails: Switch }), {}),
  emailPrivacyConfig: v.optional(v.object({ enableImprovedEmailPrivacy: Switch }), {}),
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
  const contents = {
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

/** The variables by which Google's SDKs and tools find an emulator. */
export const emulatorVariables = (host: string, projectId: string): Record<string, string> => ({
  FIREBASE_AUTH_EMULATOR_HOST: host,
  FIRESTORE_EMULATOR_HOST: host,
  FIREBASE_FIRESTORE_EMULATOR_ADDRESS: host,
  FIREBASE_EMULATOR_HUB: host,
  GCLOUD_PROJECT: projectId,
});

/**
 * Runs a command to its end, and passes signals on to it. A single argument is a line for the shell, as in
 * `firebase emulators:exec`.
 * @returns its exit code; 128 and the signal's number if a signal ended it
 * @throws {StartError} if it cannot be run
 */
export const runCommand = (
  [program = "", ...args]: readonly string[],
  variables: Record<string, string>,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: "inherit",
      shell: args.length === 0,
      env: { ...process.env, ...variables },
    });
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
    child.once("error", ({ message }) => reject(new StartError(`The command cannot be run: ${message}`)));
    child.once("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGTERM"]));
  });
