import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { createLocalServices } from "../../../../mocks/local-services.ts";
import { listen } from "../../../mocks/http.ts";
import { packageFolder } from "../../install.mjs";
import { runInBrowser } from "./browser.ts";
import { flows } from "./flows/all.ts";
import { recording } from "./recording.ts";
import { type Folders, report, type Tested } from "./report.ts";
import { services, type World } from "./world.ts";

/** Exports that no flow uses, with the reason. A reason for an export that a flow uses is an error. */
const reasons: Record<"node" | "browser", Record<string, string>> = {
  node: {
    PhoneAuthCredential: "PhoneAuthProvider makes it, which the SDK for Node does not have",
  },
  browser: {
    browserCookiePersistence:
      "the app's own server has to answer /__cookies__ and keep the session in a cookie",
  },
};

/** The values that the package's types export; its interfaces have no flow. */
function exportsOfTypes(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^export declare (?:abstract )?(?:function|class|const) (\w+)/gm)].map(
    ([, name = ""]) => name,
  );
}

/** Reports missing and superfluous entries of the list of reasons, one line each. */
function gaps(env: "node" | "browser", names: readonly string[], used: ReadonlySet<string>): string[] {
  const listed = reasons[env];
  return [
    ...names.filter((name) => !used.has(name) && !listed[name]).map((name) => `${name} has no flow`),
    ...Object.keys(listed)
      .filter((name) => used.has(name) || !names.includes(name))
      .map((name) => `${name} is listed without a flow, and has one or does not exist`),
  ];
}

/** Runs every flow with the SDK's build for Node. */
async function runInNode(folders: Folders, origin: string, only: string): Promise<Tested> {
  const app = await import(pathToFileURL(`${folders.app}/dist/esm/index.esm.js`).href);
  const auth = await import(pathToFileURL(`${folders.auth}/dist/node-esm/index.js`).href);
  const used = new Set<string>();
  const world: World = {
    env: "node",
    sdk: recording(auth, used),
    app,
    origin,
    consent: () => Promise.reject(new Error("Node opens no windows")),
  };
  let failed = 0;
  for (const flow of flows) {
    if (flow.only === "browser" || !flow.name.includes(only)) continue;
    await services(world).reset();
    failed += await report(flow.name, () => flow.run(world));
  }
  return { exports: Object.keys(auth), used, failed };
}

/** `--env=node`, `--flow=part of a name`: a partial run, without a list of gaps. */
const option = (name: string): string =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? "";

const workspace = process.env["WORKSPACE"] ?? "";
const { origin, close } = await listen(
  createLocalServices({
    standalone: true,
    blockingFunctions: {
      beforeCreate: ({ user_record }) => {
        if (user_record.email?.endsWith("@refused.test")) throw new Error("Only for staff.");
      },
    },
  }),
);
let failed = 0;
const folders = {
  app: packageFolder("@firebase/app", workspace),
  auth: packageFolder("@firebase/auth", workspace),
};
for (const env of (["node", "browser"] as const).filter((candidate) => candidate.includes(option("env")))) {
  console.info(`${workspace}, ${env}`);
  const tested = await (env === "node" ? runInNode : runInBrowser)(folders, origin, option("flow"));
  failed += tested.failed;
  if (option("flow") !== "") continue;
  const typed = exportsOfTypes(`${folders.auth}/dist/auth-public.d.ts`);
  const names = [...new Set([...tested.exports, ...typed])];
  const missing = gaps(env, names, tested.used);
  for (const line of missing) console.info(`  GAP     ${line}`);
  console.info(`  ${names.length} exports, ${tested.used.size} used, ${missing.length} gaps`);
  failed += missing.length;
}
await close();
process.exit(failed === 0 ? 0 : 1);
