import { type Plugin, parseSync, Visitor } from "vite";

/** Builds with `TEXTS=pseudo` show every text module in the pseudo-locale. */
export const isPseudo = process.env["TEXTS"] === "pseudo";

/** The folder of a build. A build in the pseudo-locale has its own, so that it does not replace the real one. */
export const distFolder = isPseudo ? "dist/pseudo" : "dist";

/** Letters of Latin-1, which the site's fonts have. */
const PLAIN = "acdeinosuyzACDEINOSUYZ";
const ACCENTED = "åçðéîñöšûýžÅÇÐÉÎÑÖŠÛÝŽ";
/**
 * Doubles every second letter. Spaces and punctuation do not grow, so a text becomes 40 % longer, like a long
 * translation.
 */
const GROWTH = 0.5;

/** The text as in a longer language: accented, and 40 % longer. */
export function toPseudoText(text: string): string {
  let due = 0;
  return text.replace(/\p{L}/gu, (letter) => {
    const shown = ACCENTED[PLAIN.indexOf(letter)] ?? letter;
    due += GROWTH;
    if (due < 1) return shown;
    due -= 1;
    return shown + shown.toLowerCase();
  });
}

type Edit = { start: number; end: number; text: string };
type Range = { start: number; end: number };

/** Replaces every text of a text module. Names of properties and modules stay unchanged. */
export function toPseudoModule(path: string, code: string): string {
  const edits: Edit[] = [];
  const kept: Range[] = [];
  const keepRange = (node: Range | null | undefined) => node && kept.push(node);
  new Visitor({
    ImportDeclaration: (node) => keepRange(node),
    ExportNamedDeclaration: (node) => keepRange(node.source),
    TSLiteralType: (node) => keepRange(node),
    Property: (node) => !node.computed && keepRange(node.key),
    MemberExpression: (node) => node.computed && keepRange(node.property),
    JSXAttribute: (node) => keepRange(node),
    Literal: ({ start, end, value }) => {
      if (typeof value === "string") edits.push({ start, end, text: JSON.stringify(toPseudoText(value)) });
    },
    TemplateElement: ({ start, end }) =>
      edits.push({ start, end, text: toPseudoText(code.slice(start, end)) }),
    JSXText: ({ start, end }) => edits.push({ start, end, text: toPseudoText(code.slice(start, end)) }),
  }).visit(parseSync(path, code).program);
  const isKeptEdit = (edit: Edit) => kept.some(({ start, end }) => start <= edit.start && edit.end <= end);
  let result = code;
  for (const { start, end, text } of edits
    .filter((edit) => !isKeptEdit(edit))
    .sort((a, b) => b.start - a.start))
    result = result.slice(0, start) + text + result.slice(end);
  return result;
}

/** Converts one of the few texts that the build itself writes. */
export const toBuiltText = (text: string): string => (isPseudo ? toPseudoText(text) : text);

/** Replaces the texts of all text modules (`*-texts.ts`, `*-texts.tsx`). */
export const pseudoLocale = (): Plugin => ({
  name: "pseudo-locale",
  enforce: "pre",
  apply: () => isPseudo,
  transform: {
    filter: { id: /-texts\.tsx?$/ },
    handler: (code, id) => ({ code: toPseudoModule(id, code), map: null }),
  },
});
