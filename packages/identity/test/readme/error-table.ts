import { errorClass } from "../../src/error-class.ts";
import * as lists from "../../src/error-words.ts";

/** Every code behind which a word of the server stands, as Markdown. */
export function errorTable(): string {
  const words = new Map<lists.IdentityErrorCode, Set<string>>();
  const add = (code: lists.IdentityErrorCode, word: string) =>
    words.set(code, (words.get(code) ?? new Set()).add(`\`${word}\``));
  const all: lists.Words[] = Object.values(lists);
  for (const listed of all.flatMap((words) => words.split(/\s+/))) {
    const [word = "", code = word] = listed.split(":");
    add(code as lists.IdentityErrorCode, word.toUpperCase().replaceAll("-", "_"));
  }
  const rows = [...words].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    "| code | class | Google's words |",
    "| --- | --- | --- |",
    ...rows.map(([code, from]) => `| \`${code}\` | ${errorClass(code)} | ${[...from].sort().join(", ")} |`),
  ].join("\n");
}
