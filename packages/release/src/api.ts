import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageEntriesOf, type Released, root } from "./released.ts";

/** One exported name, as the compiler wrote it. */
type Declaration = { name: string; kind: string; comment: string; text: string };

const BEGINNING = /^(export )?(?:declare )?(?:abstract )?(function|const|class|type|interface) (\w+)/;

/** The top-level declarations of a declaration file. The compiler begins each in the first column. */
function parseDeclarations(source: string): (Declaration & { isExported: boolean })[] {
  let comment = "";
  // The compiler also begins a comment within a union in the first column.
  const whole = source.replace(/(= ?|\n\})\n\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n(?=\{| \|)/g, "$1 ");
  return whole.split(/\n(?=[^\s})])/).flatMap((block) => {
    const own = comment;
    comment = block.startsWith("/**") ? block : "";
    const [, exported, kind, name] = BEGINNING.exec(block) ?? [];
    if (kind === undefined || name === undefined) return [];
    const text = block.replace(/^(export )?(declare )?/, "").trim();
    return [{ name, kind, comment: own, text, isExported: exported !== undefined }];
  });
}

type Exports = Map<string, Declaration[]>;

/** Everything that a declaration file exports, also from other files of the package. */
function exportsOf(file: string): Exports {
  const source = readFileSync(file, "utf8");
  const found: Exports = new Map();
  const exportsOfModule = (path: string): Exports =>
    path.startsWith(".") ? exportsOf(join(dirname(file), path.replace(/\.js$/, ".d.ts"))) : new Map();
  const own = parseDeclarations(source);
  for (const { isExported, ...one } of own)
    if (isExported) found.set(one.name, [...(found.get(one.name) ?? []), one]);
  for (const [, path = ""] of source.matchAll(/^export \* from "([^"]+)";/gm))
    for (const [name, declarations] of exportsOfModule(path)) found.set(name, declarations);
  for (const [, names = "", path] of source.matchAll(
    /^export (?:type )?\{([^}]*)\}(?: from "([^"]+)")?;/gm,
  )) {
    for (const part of names.split(",").map((text) => text.trim().replace(/^type /, ""))) {
      const [name = "", shown = name] = part.split(" as ");
      if (name === "") continue;
      const [, imported = "."] =
        new RegExp(`^import [^;]*\\b${name}\\b[^;]* from "([^"]+)";`, "m").exec(source) ?? [];
      const declared = own.filter((one) => one.name === name);
      const from = path ?? imported;
      found.set(shown, declared.length > 0 ? declared : (exportsOfModule(from).get(name) ?? []));
    }
  }
  return found;
}

/** The exports of each entry of a packed package. */
const readApi = (one: Released, folder: string): Map<string, Exports> =>
  new Map(
    Object.entries(packageEntriesOf(one)).map(([name, file]) => [
      name.replace(/^\./, one.name),
      exportsOf(join(folder, "dist/types", file.replace(/\.ts$/, ".d.ts"))),
    ]),
  );

const removeComments = (text: string) => text.replace(/\/\*\*[\s\S]*?\*\//g, "").replace(/\s+/g, " ");

/** The declarations of a packed package, one a line, to compare with those of the last release. */
export const renderSurface = (one: Released, folder: string): string =>
  `${[...readApi(one, folder)]
    .flatMap(([entry, exports]) =>
      [...exports].map(
        ([name, declarations]) =>
          `${entry} ${name}: ${declarations.map(({ text }) => removeComments(text)).join(" ")}`,
      ),
    )
    .sort()
    .join("\n")}\n`;

/** The committed declarations of the last release. */
export const releasedSurfaceFile = ({ folder }: Released): string =>
  join(root, "packages", folder, "api.txt");

/**
 * The names whose declarations differ from the last release and that the changelog's section "Unreleased" does not
 * mention. A removed name needs a line that begins with **Breaking**; an entry that is new needs only its own name.
 */
export function findUnannounced(one: Released, surface: string): string[] {
  const file = releasedSurfaceFile(one);
  const before = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  const after = surface.trim().split("\n");
  const declarationKeyOf = (line: string) => line.split(":", 1)[0] ?? "";
  const kept = new Set(after.map(declarationKeyOf));
  const entries = new Set(before.map((line) => line.split(" ", 1)[0]));
  const changelog = readFileSync(join(root, "packages", one.folder, "CHANGELOG.md"), "utf8");
  const news = changelog.split(/^## /m).find((part) => part.startsWith("Unreleased")) ?? "";
  const isMissingInChangelog = (key: string) => {
    const [entry = "", name = ""] = key.split(" ");
    const wanted = new RegExp(`\`${entries.has(entry) ? name : entry}\\b[^\`]*\``);
    const lines = news.split(/^- /m).filter((line) => wanted.test(line));
    return !(kept.has(key) ? lines.length > 0 : lines.some((line) => line.startsWith("**Breaking**")));
  };
  const changed = [
    ...before.filter((line) => !after.includes(line)),
    ...after.filter((line) => !before.includes(line)),
  ];
  return [...new Set(changed.map(declarationKeyOf))]
    .filter(isMissingInChangelog)
    .map((key) => key.split(" ")[1] ?? "");
}

/** A doc comment as Markdown. */
function toProse(comment: string): string {
  const text = comment.replace(/^\/\*\*\s*(\* )?|\s*\*\/\s*$/g, "").replace(/^ \* ?/gm, "");
  const [what = "", ...tags] = text.split(/(?:^|\n)@(?=param|throws|returns|see)/);
  const listed = tags.map((tag) => {
    const [, kind, rest = ""] = /^(\w+)\s+([\s\S]*)/.exec(tag) ?? [];
    if (kind === "param") return rest.replace(/^(\w+)\s+/, "- `$1`: ");
    return `- ${kind === "throws" ? "Rejects or throws:" : kind === "returns" ? "Returns" : "See"} ${rest}`;
  });
  return [what.trim(), listed.join("\n")].filter(Boolean).join("\n\n");
}

const SECTIONS = {
  Functions: ({ kind, text }: Declaration) =>
    kind === "function" || (kind === "const" && text.includes("=>")),
  "Classes and values": ({ kind }: Declaration) => kind === "class" || kind === "const",
  Types: () => true,
};

/** The reference of a packed package: every export with its signature and its comment. */
export function renderReference(one: Released, folder: string): string {
  const parts = [`# Reference of ${one.name}`, one.units ?? ""];
  for (const [entry, exports] of readApi(one, folder)) {
    parts.push(`## \`${entry}\``);
    const rest = new Map([...exports].sort(([a], [b]) => a.localeCompare(b, "en")));
    for (const [title, isOf] of Object.entries(SECTIONS)) {
      const own = [...rest].filter(([, [first]]) => first && isOf(first));
      if (own.length > 0) parts.push(`### ${title}`);
      for (const [name, declarations] of own) {
        rest.delete(name);
        const code = declarations.map(({ text }) => text).join("\n");
        parts.push(`#### ${name}`, `\`\`\`ts\n${code}\n\`\`\``, toProse(declarations[0]?.comment ?? ""));
      }
    }
  }
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}
