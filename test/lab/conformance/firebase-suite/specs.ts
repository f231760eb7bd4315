import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { bundle, here } from "./bundle.ts";

const FLOWS = "test/integration/flows";

/** The files that Google runs in Node against its emulator, as in `scripts/run_node_tests.ts` of the checkout. */
const isForNode = (file: string) => /^(email|anonymous|firebaseserverapp)\.test|\.local\.test/.test(file);

/** The folder of the checkout with the SDK for identity. */
function authOf(checkout: string): string {
  const auth = join(resolve(checkout), "packages/auth");
  if (!existsSync(join(auth, FLOWS))) throw new Error(`There is no packages/auth/${FLOWS} in ${checkout}.`);
  return auth;
}

/** The installed SDK stands for its sources, which the tests import, and a project of Google's has no file. */
const sources = (auth: string): Plugin => {
  const stands = new Map([
    [auth, "@firebase/auth"],
    [join(auth, "internal"), "@firebase/auth/internal"],
    [join(auth, "src/mfa/assertions/totp"), "@firebase/auth"],
  ]);
  const project = join(auth, "../../config/project.json");
  return {
    name: "sources",
    enforce: "pre",
    resolveId(id, importer) {
      if (!importer || !id.startsWith(".")) return undefined;
      const file = resolve(importer, "..", id);
      if (file === project) return "\0project";
      const stand = stands.get(file);
      return stand && this.resolve(stand, `${here}run.ts`, { skipSelf: true });
    },
    load: (id) => (id === "\0project" ? "export default {};" : undefined),
  };
};

/** One script with all spec files. */
export function bundleSpecs(checkout: string, env: { forNode: boolean; host: string; project: string }) {
  const auth = authOf(checkout);
  const files = readdirSync(join(auth, FLOWS))
    .filter((file) => file.endsWith(".test.ts") && (!env.forNode || isForNode(file)))
    .toSorted();
  return bundle({
    source: files.map((file) => `import ${JSON.stringify(join(auth, FLOWS, file))};`).join("\n"),
    forNode: env.forNode,
    plugins: [sources(auth)],
    define: {
      "process.env.FIREBASE_AUTH_EMULATOR_HOST": JSON.stringify(env.host),
      "process.env.GCLOUD_PROJECT": JSON.stringify(env.project),
    },
  });
}
