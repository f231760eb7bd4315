import { readFileSync } from "node:fs";
import { MUTATIONS } from "../../packages/identity/test/model/mutations.ts";
import { codeWith, type Fault, type Text } from "../../packages/identity/test/support/load-code.ts";
import type { DocumentLibrary } from "./documents.ts";
import type { Library, ServerLibrary } from "./library.ts";
import { loadPageCode } from "./pages/page-code.ts";
import type { PlayOptions } from "./play.ts";
import { WORLDS, type World } from "./worlds.ts";

/** A mistake in the code, and the world that is searched for it. */
export type PlantedFault = Fault & { world: World };

const lineBreaks = (text = ""): string => text.replaceAll("⏎", "\n");
function textOf(file = "", change = ""): Text {
  const [find, replace] = change.split(/ → ?/);
  return { file, find: lineBreaks(find), replace: lineBreaks(replace) };
}

/**
 * Reads the list: `world | fault | file | text → text in its place` for each fault, with ⏎ for a line break. A line with
 * `& file | text → text` has the second text of the fault before it.
 */
function readFaults(): readonly PlantedFault[] {
  const faults: (PlantedFault & { texts: Text[] })[] = [];
  const list = readFileSync(new URL("faults.txt", import.meta.url), "utf8");
  for (const line of list.split("\n").filter(Boolean)) {
    const [first = "", ...cells] = line.split(" | ");
    if (first.startsWith("& ")) {
      faults.at(-1)?.texts.push(textOf(first.slice(2), cells.join(" | ")));
      continue;
    }
    const world = WORLDS.find((each) => each === first);
    const [name, file, ...change] = cells;
    if (!world || !name || !file) throw new Error(`faults.txt: ${line}`);
    faults.push({ world, name, texts: [textOf(file, change.join(" | "))] });
  }
  return faults;
}

/** The faults of the exhaustive searches that lie in the code, not in the model of the code around it. */
const SEARCHED: readonly PlantedFault[] = [
  ...MUTATIONS.flatMap((mutation) => {
    if ("rule" in mutation) return [];
    const file = `packages/identity/src/session/${mutation.file}`;
    return [{ name: mutation.name, world: "browser", texts: [{ ...mutation, file }] } as const];
  }),
];

const LISTED = readFaults();
/** Every planted fault. A line of `faults.txt` counts instead of a searched fault with its name. */
export const FAULTS: readonly PlantedFault[] = [
  ...SEARCHED.filter(({ name }) => !LISTED.some((fault) => fault.name === name)),
  ...LISTED,
];

export const faultNamed = (name: string): PlantedFault => {
  const fault = FAULTS.find((each) => each.name === name);
  if (!fault) throw new Error(`There is no fault "${name}".`);
  return fault;
};

const CLIENT = ["index.ts", "client/client-parts.ts", "custody/index.ts"];

/** The code with a fault, for `play`. */
export async function faultyCode(fault: PlantedFault): Promise<PlayOptions> {
  if (fault.world === "pages") return { pages: await loadPageCode(fault) };
  const code = codeWith(fault);
  /** The exports of a package's modules, if the fault lies in it. */
  const partsOf = async (name: string, modules: readonly string[]): Promise<object | undefined> => {
    if (!fault.texts.some(({ file }) => file.startsWith(`packages/${name}/`))) return undefined;
    const files = modules.map((module) => `packages/${name}/src/${module}`);
    for (const file of files) await code.prepare(file);
    return Object.assign({}, ...files.map(code.start()));
  };
  return {
    code: (await partsOf("identity", CLIENT)) as Library | undefined,
    documents: (await partsOf("user-document", ["index.ts"])) as DocumentLibrary | undefined,
    server: (await partsOf("identity-server", ["index.ts"])) as ServerLibrary | undefined,
  };
}
