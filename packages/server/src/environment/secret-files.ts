import { readFileSync } from "node:fs";
import { StartError } from "../errors/start-error.ts";

/** The variables that hold a secret, or an address with one. */
export const SECRETS = [
  "UNSUBSCRIBE_SECRET",
  "UNSUBSCRIBE_SECRET_PREVIOUS",
  "SESSION_SECRET",
  "SESSION_SECRET_PREVIOUS",
  "DATABASE_URL",
  "SMTP_URL",
  "ANALYTICS_WRITE_KEY",
];

type Variables = Record<string, string | undefined>;

/**
 * Reads secrets from the files that `NAME_FILE` names, as containers mount them. A process list or a crash report then
 * shows only the name of the file.
 * @throws {@link StartError} for a file that cannot be read, and for a secret that is given twice
 */
export function readSecretFiles(env: Variables): Variables {
  const read = SECRETS.flatMap((name) => {
    const file = env[`${name}_FILE`];
    if (!file) return [];
    if (env[name]) throw new StartError(`Set ${name} or ${name}_FILE, not both.`);
    try {
      return [[name, readFileSync(file, "utf8").trim()]];
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new StartError(`${name}_FILE names a file that cannot be read (${code}): ${file}.`, {
        cause: error,
      });
    }
  });
  return { ...env, ...Object.fromEntries(read) };
}
