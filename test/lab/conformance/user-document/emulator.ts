import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const MAIN_CLASS = "com.google.cloud.datastore.emulator.firestore.CloudFirestore";
const START_MS = 60_000;

/** The jar named by an environment variable, or one in the folder of Google's tools. */
export const findJar = (): string | undefined => {
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

export const hasJava = (): boolean => spawnSync("java", ["-version"]).status === 0;

/** Starts Google's emulator with the product's own rules; resolves when it responds. */
export const startEmulator = async (jar: string, port: number, rules: string) => {
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(url).then(
      (response) => response.ok,
      () => false,
    );
  if (await answers()) throw new Error(`Port ${port} is taken: end the program that answers there.`);
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
  const deadline = Date.now() + START_MS;
  for (;;) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error("The Firestore emulator did not start.");
    if (await answers()) return { url, stop: () => child.kill() };
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};
