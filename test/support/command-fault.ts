import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../architecture/import-graph.ts";
import { commands } from "../lab.mjs";

const scripts: Record<string, string> = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts;

/** A test file and the suites that it imports. */
function sourceOf(file: string): string {
  const text = readFileSync(join(root, file), "utf8");
  const suites = [...text.matchAll(/from "(\.\/suites\/[^"]+)"/g)].map(([, path = ""]) =>
    readFileSync(join(root, dirname(file), path), "utf8"),
  );
  return [text, ...suites].join("\n");
}

/** The texts of a file, with placeholders such as `%s`, `$name` and `${count}` filled in as a test runner would. */
const textsOf = (source: string): string[] =>
  [...source.matchAll(/(["`])((?:(?!\1).)+)\1/g)].map(([, , text = ""]) =>
    text.replace(/\$\{[^}]*\}|\$\w+|%[sij]/g, "x"),
  );

function testFault(file: string, name: string | undefined): string | undefined {
  if (!existsSync(join(root, file))) return `there is no file ${file}`;
  const pattern = new RegExp(name ?? "");
  const exists = textsOf(sourceOf(file)).some((text) => pattern.test(text));
  return exists ? undefined : `${file} has no test named ${name}`;
}

/**
 * Why a documented command does not resolve: its test file, the name of its test, or its npm script is gone. It does
 * not run the command.
 */
export function commandFault(command: string): string | undefined {
  const [, file, name] = /^npx vitest run (\S+)(?: -t "(.+)")?$/.exec(command) ?? [];
  if (file !== undefined) return testFault(file, name);
  const [, program] = /^(?:npx tsx|node) (\S+)/.exec(command) ?? [];
  if (program !== undefined) return existsSync(join(root, program)) ? undefined : `there is no ${program}`;
  if (command.startsWith("npm sbom ")) return undefined; // npm's own
  const [, script = "", lab, spec, title] =
    /^npm (?:run )?([\w:]+)(?: -- ([\w-]+)(?: (\S+\.spec\.ts)(?: -g "(.+)")?)?)?$/.exec(command) ?? [];
  if (script === "") return `not a command of this project: ${command}`;
  if (!Object.hasOwn(scripts, script)) return `there is no script ${script}`;
  if (lab !== undefined && !Object.hasOwn(commands, lab)) return `there is no lab command ${lab}`;
  return spec === undefined ? undefined : testFault(`test/e2e/${spec}`, title);
}
