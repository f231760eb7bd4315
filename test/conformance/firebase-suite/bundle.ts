import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

/** The folder of the installed tools. */
export const here = fileURLToPath(new URL(".", import.meta.url));

/** The module that the specs get as `firebase/auth`. Without `internal`, it is not Google's. */
export type Arm = { auth: string; internal: string | undefined };

export const sdk: Arm = { auth: "@firebase/auth", internal: "@firebase/auth/internal" };

/** The tests cast an `Auth` only to read the password policy of a project on Google's servers. */
export const NO_INTERNALS = "\0internal";

const AUTH = /^(@firebase|firebase)\/auth$/;
const isBare = (id: string) => /^[@\w]/.test(id) && !/^\w+:/.test(id);
const isInstalled = (file: string) => file.includes("/node_modules/");

/**
 * Finds the modules of the checkout's files, and of ours, among the installed tools, and the arm under the name of
 * Google's SDK. Installed modules find their own, so that each is there once.
 */
const resolveFor = (arm: Arm, from: string): Plugin => ({
  name: "arm",
  enforce: "pre",
  resolveId(id, importer) {
    if (id === NO_INTERNALS) return id;
    if (AUTH.test(id)) return this.resolve(arm.auth, `${from}run.ts`, { skipSelf: true });
    if (!importer || !isBare(id) || isInstalled(importer)) return undefined;
    return this.resolve(id, `${from}run.ts`, { skipSelf: true });
  },
  load: (id) => (id === NO_INTERNALS ? "export const _castAuth = (auth) => auth;" : undefined),
});

type Bundle = {
  source: string;
  arm: Arm;
  /** The folder whose installed tools the bundle uses. */
  from?: string;
  forNode?: boolean;
  plugins: Plugin[];
  define: Record<string, string>;
};

/** One script of a module. */
export async function bundle({ source, arm, from = here, forNode = false, plugins, define }: Bundle) {
  const entry = `${from}specs-entry.ts`;
  const built = await build({
    configFile: false,
    root: from,
    logLevel: "error",
    define: { ...(!forNode && { "process.env.NODE_ENV": '"development"' }), ...define },
    plugins: [
      {
        name: "entry",
        enforce: "pre",
        resolveId: (id) => (id === "specs-entry" ? entry : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
      ...plugins,
      resolveFor(arm, from),
    ],
    ...(forNode && { ssr: { noExternal: true, target: "node" } }),
    build: {
      write: false,
      minify: false,
      target: "es2022",
      modulePreload: false,
      ...(forNode && { ssr: true }),
      rolldownOptions: {
        input: "specs-entry",
        // A missing export fails only the tests that use it.
        shimMissingExports: true,
        output: { format: "es", codeSplitting: false },
      },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    "output" in one ? one.output : [],
  );
  return outputs.map((file) => (file.type === "chunk" ? file.code : "")).join("\n");
}
