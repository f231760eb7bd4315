import { createLocalServices } from "../../../../mocks/local-services.ts";
import { listen } from "../../../mocks/http.ts";
import { packageFolder } from "../../install.mjs";
import { runInBrowser } from "./browser.ts";
import { exportsOfTypes, gaps } from "./coverage.ts";
import { runInNode } from "./node.ts";

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
