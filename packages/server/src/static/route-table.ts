import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { StartError } from "../errors/start-error.ts";

const Page = v.object({ file: v.string(), kind: v.picklist(["public", "private"]) });

const Redirect = v.object({
  to: v.pipe(v.string(), v.startsWith("/")),
  kind: v.picklist(["permanent", "temporary"]),
});

/** The build's list of the site's paths. The server knows the paths only from it. */
export const RouteTable = v.object({
  pages: v.record(v.string(), Page),
  redirects: v.optional(v.record(v.string(), Redirect), {}),
  patterns: v.optional(v.array(v.object({ prefix: v.string(), ...Page.entries })), []),
});
export type RouteTable = v.InferOutput<typeof RouteTable>;
export type Page = v.InferOutput<typeof Page>;

/** Reads `routes.json` of a built site. */
export function readRouteTable(siteFolder: string): RouteTable {
  const file = join(siteFolder, "routes.json");
  if (!existsSync(file))
    throw new StartError(`The site is not built: ${file} is missing. Run \`npm run build\` first.`);
  return v.parse(RouteTable, JSON.parse(readFileSync(file, "utf8")));
}

/** The page of a path: its own entry, or the first pattern whose prefix is followed by exactly one segment. */
export function pageOf(table: RouteTable, path: string): Page | undefined {
  if (Object.hasOwn(table.pages, path)) return table.pages[path];
  return table.patterns.find(({ prefix }) => {
    const rest = path.startsWith(prefix) ? path.slice(prefix.length) : "";
    return rest !== "" && !rest.includes("/");
  });
}
