import { readFaults } from "../../packages/identity/test/support/fault-list.ts";
import { codeWith, type Fault } from "../../packages/identity/test/support/load-code.ts";
import type { DocumentLibrary } from "./documents.ts";
import type { Library, ServerLibrary } from "./library.ts";
import { loadPageCode } from "./pages/page-code.ts";
import type { PlayOptions } from "./play.ts";
import { WORLDS, type World } from "./worlds.ts";

/** A mistake in the code, and the world that is searched for it. */
export type PlantedFault = Fault & { world: World };

/** Every planted fault. */
export const FAULTS: readonly PlantedFault[] = readFaults().map((fault) => {
  const world = WORLDS.find((each) => each === fault.world.replace("model", "browser"));
  if (!world) throw new Error(`faults.txt: ${fault.name} has no world`);
  return { ...fault, world };
});

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
