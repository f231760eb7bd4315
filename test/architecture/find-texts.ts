import { parseSync, Visitor } from "vite";

/** A text outside the text modules, where a customer may read it. */
export type FoundText = { line: number; text: string };

/** Stands for a value in a text. */
const HOLE = "§";
/** Two words, a value beside a word, a capitalized word, or a character that only prose has. */
const PROSE = /\p{L}{2}[,.:;?!’]* +[\p{L}§]|§[,.:;?!’]* \p{L}{2}|^\p{Lu}\p{Ll}+[.?!:…]?$|[’“”…]/u;
const WORD = /\p{L}{2}/u;
/** Paths, media types and queries, path data, selectors, credentials and addresses. */
const CODE =
  /^(\/|(\w+\/\w+|§); charset|\(|M[\d§ -]|xM|https?:|Bearer |[a-z]+(, [a-z]+)+$|main h1$)|\w\[[\w-]+[\^=]|\.\w+ \d+w/;

/** Attributes that a browser shows or reads out. */
const SHOWN = /^(alt|aria-(label|description|roledescription|valuetext)|placeholder|title|label|hint)$/;
const SHOWN_IN_TAG =
  / (?:alt|aria-(?:label|description|roledescription|valuetext)|placeholder|title|label)="([^"]*)"/g;
/** Attributes that only a program reads. */
const HIDDEN =
  /^(class(Name)?|d|points|transform|viewBox|preserveAspectRatio|id|htmlFor|href|src(Set)?|sizes|sandbox|type|rel|name|autoComplete|style|fill|stroke|media|key|role|fontFamily|data-.*)$/;

type Range = { start: number; end: number };

const withoutMarkup = (text: string) => text.replace(/<[^>]*>/g, "\n");
const isProse = (text: string) => !CODE.test(text) && WORD.test(text) && PROSE.test(text);

/** The texts of a module that look like prose, or stand where a page shows them. */
export function findTexts(path: string, source: string): FoundText[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  const found: FoundText[] = [];
  const skipped: Range[] = [];
  const skip = (node: Range | null | undefined) => node && skipped.push({ start: node.start, end: node.end });
  const add = (offset: number, text: string) => {
    if (skipped.some(({ start, end }) => start <= offset && offset < end)) return;
    found.push({
      line: source.slice(0, offset).split("\n").length,
      text: text.replace(/\s+/g, " ").trim(),
    });
  };
  new Visitor({
    ImportDeclaration: (node) => skip(node),
    ImportExpression: (node) => skip(node),
    ExportNamedDeclaration: (node) => skip(node.source),
    TSLiteralType: (node) => skip(node),
    // Compared with a value of a program, never shown.
    BinaryExpression: (node) => skip(node.operator === "+" ? null : node),
    // For the log.
    NewExpression: (node) =>
      skip(node.callee.type === "Identifier" && /Error$/.test(node.callee.name) ? node : null),
    CallExpression: (node) =>
      skip(node.callee.type === "Super" || /^log\b/.test(source.slice(node.start, node.end)) ? node : null),
    Property: (node) => skip(node.computed ? null : node.key),
    JSXAttribute: (node) => {
      const name = node.name.type === "JSXIdentifier" ? node.name.name : "";
      if (HIDDEN.test(name)) skip(node);
      else if (SHOWN.test(name) && node.value?.type === "Literal" && WORD.test(String(node.value.value))) {
        add(node.start, String(node.value.value));
        skip(node);
      }
    },
    JSXText: (node) => {
      if (WORD.test(node.value)) add(node.start + node.value.search(/\S/), node.value);
    },
    Literal: (node) => {
      if (typeof node.value === "string" && isProse(node.value)) add(node.start, node.value);
    },
    TemplateLiteral: (node) => {
      const text = node.quasis.map(({ value }) => value.cooked ?? "").join(HOLE);
      if (!text.includes("<")) {
        if (isProse(text)) add(node.start, text);
        return;
      }
      for (const [tag] of text.matchAll(/<[^>]*>/g))
        for (const [, value = ""] of tag.matchAll(SHOWN_IN_TAG)) if (WORD.test(value)) add(node.start, value);
      for (const part of withoutMarkup(text).split("\n"))
        if (WORD.test(part.replaceAll(HOLE, ""))) add(node.start, part);
    },
  }).visit(program);
  return found;
}
