import { existsSync, readFileSync } from "node:fs";
import { StartError } from "@tallybin/server/start-error";
import * as v from "valibot";

const Port = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_534)));
const Emulator = v.optional(v.object({ port: Port }), {});
const ProjectFile = v.object({
  emulators: v.optional(v.object({ auth: Emulator, firestore: Emulator }), {}),
});
const AliasFile = v.object({ projects: v.optional(v.object({ default: v.optional(v.string()) }), {}) });

/** @throws {StartError} if the file exists and is invalid */
export function readJsonFile<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
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
  const { auth, firestore } = readJsonFile("firebase.json", ProjectFile)?.emulators ?? {};
  return {
    port: auth?.port,
    documentsPort: firestore?.port,
    projectId: readJsonFile(".firebaserc", AliasFile)?.projects.default,
  };
}
