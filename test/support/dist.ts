import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));

/** Paths below `dist/<part>`, with forward slashes. */
export const distFiles = (part: string): string[] =>
  readdirSync(join(dist, part), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join("/"));

export const readDist = (path: string): Buffer => readFileSync(join(dist, path));
export const readDistText = (path: string): string => readDist(path).toString("utf8");

const Page = v.object({ file: v.string(), kind: v.picklist(["public", "private"]) });
const Routes = v.object({
  pages: v.record(v.string(), Page),
});

/** The table that prerendering writes for the server: the file of each path. */
export const builtPages = () =>
  Object.entries(v.parse(Routes, JSON.parse(readDistText("site/routes.json"))).pages).map(
    ([path, { file, kind }]) => ({ path, kind, html: readDistText(`site/${file}`) }),
  );
