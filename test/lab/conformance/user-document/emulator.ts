import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { leasePorts } from "../../../../packages/server/test/support/lease-ports.mjs";
import { until } from "../../../support/until.mjs";

const MAIN_CLASS = "com.google.cloud.datastore.emulator.firestore.CloudFirestore";
const START_MS = 60_000;

/** The jar named by an environment variable, or one in the folder of Google's tools. */
const findJar = (): string | undefined => {
  const named = process.env["FIRESTORE_EMULATOR_JAR"];
  if (named) return existsSync(named) ? named : undefined;
  const sdk = "platform/cloud-firestore-emulator/cloud-firestore-emulator.jar";
  const installed = [
    "/usr/lib/google-cloud-sdk",
    "/opt/google-cloud-sdk",
    join(homedir(), "google-cloud-sdk"),
  ].map((folder) => join(folder, sdk));
  const cache = join(homedir(), ".cache/firebase/emulators");
  const cached = existsSync(cache)
    ? readdirSync(cache)
        .filter((file) => /^cloud-firestore-emulator.*\.jar$/.test(file))
        .sort()
        .map((file) => join(cache, file))
    : [];
  return [...installed, ...cached.reverse()].find((file) => existsSync(file));
};

const rules = fileURLToPath(new URL("../../../../packages/user-document/firestore.rules", import.meta.url));

/**
 * Starts Google's emulator with the product's own rules; resolves when it responds. Without its jar or Java, it says so
 * and ends this process.
 */
export const startEmulator = async (name: string) => {
  const jar = findJar();
  if (!jar || spawnSync("java", ["-version"]).status !== 0) {
    const missing = jar
      ? "java is not installed"
      : "its jar was not found; FIRESTORE_EMULATOR_JAR can name it";
    console.log(`${name}: skipped, Google's Firestore emulator is not present (${missing}).`);
    process.exit(0);
  }
  const port = await leasePorts();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    "java",
    [
      "-Xmx512m",
      "-Duser.language=en",
      "-cp",
      jar,
      MAIN_CLASS,
      "--host=127.0.0.1",
      `--port=${port}`,
      `--rules=${rules}`,
    ],
    { stdio: "ignore" },
  );
  // A run that ends by an error must not leave its emulator to the next one.
  process.once("exit", () => child.kill());
  await until(async () => (await fetch(url)).ok, "the start of the Firestore emulator", START_MS);
  return { url, stop: () => child.kill() };
};
