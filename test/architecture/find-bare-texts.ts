import { parseSync, Visitor } from "vite";

/** A syntax node of any kind; the rule reads a few kinds and treats every other one as a value that may be a text. */
type Node = { type: string; start: number; [field: string]: unknown };
/** A part of an element's content: whether it may be a text, and whether it may come, go or change. */
type Part = { start: number; isText: boolean; changes: boolean };
/** How a name was declared. */
type Declared = "constant" | "element" | "elements" | undefined;

const asNode = (value: unknown): Node => value as Node;
const asNodes = (value: unknown): Node[] => (Array.isArray(value) ? value : []);

/** Constants of the module and imports do not change; a type says whether a name or a function's result is an element. */
function declarationsOf(program: { body: unknown[] }, source: string): (name: string) => Declared {
  const constants = new Set(
    program.body.flatMap((statement) => {
      const { type, specifiers, ...rest } = asNode(statement);
      if (type === "ImportDeclaration") return asNodes(specifiers).map(({ local }) => asNode(local)["name"]);
      const exported = rest["declaration"] ? asNode(rest["declaration"]) : rest;
      return asNodes(exported["declarations"]).flatMap(({ id }) =>
        asNode(id).type === "ObjectPattern"
          ? asNodes(asNode(id)["properties"]).map(({ value }) => asNode(value)["name"])
          : [asNode(id)["name"]],
      );
    }),
  );
  const typed = new Map<unknown, Declared>(
    [...source.matchAll(/\b(\w+)(\??)(?:: | = )(?:\([^()]*\)(?: => |: ))?(ReactElement|Elements)\b/g)].map(
      ([, name, optional, type]) => [name, type === "ReactElement" && !optional ? "element" : "elements"],
    ),
  );
  return (name) => typed.get(name) ?? (constants.has(name) ? "constant" : undefined);
}

/** What an expression may put into the page; undefined for nothing. */
function partOf(expression: Node, declared: (name: string) => Declared): Part | undefined {
  const { type, start } = expression;
  const anyOf = (values: unknown[]): Part => ({
    start,
    isText: values.some((value) => partOf(asNode(value), declared)?.isText),
    changes: true,
  });
  switch (type) {
    case "ParenthesizedExpression":
      return partOf(asNode(expression["expression"]), declared);
    case "JSXElement":
    case "JSXFragment":
      return { start, isText: false, changes: false };
    case "JSXEmptyExpression":
      return undefined;
    case "Literal":
      return typeof expression["value"] === "string" ? { start, isText: true, changes: false } : undefined;
    case "TemplateLiteral":
      return { start, isText: true, changes: asNodes(expression["expressions"]).length > 0 };
    case "LogicalExpression":
      return anyOf([expression["right"]]);
    case "ConditionalExpression":
      return anyOf([expression["consequent"], expression["alternate"]]);
  }
  const callee = type === "CallExpression" ? asNode(expression["callee"]) : expression;
  if (callee.type === "MemberExpression" && asNode(callee["property"])["name"] === "map") {
    const body = asNode(asNode(asNodes(expression["arguments"])[0])["body"]);
    const statements = asNodes(body["body"]).filter((statement) => statement.type === "ReturnStatement");
    return anyOf(body.type === "BlockStatement" ? statements.map(({ argument }) => argument) : [body]);
  }
  let root = callee;
  while (root.type === "MemberExpression") root = asNode(root["object"]);
  const how = declared(String(root["name"]));
  if (how === "constant") return { start, isText: true, changes: callee !== expression };
  const isElement = root === callee && how !== undefined;
  return { start, isText: !isElement, changes: how !== "element" };
}

/**
 * The texts that a browser's translator takes away from React: it replaces each text node, and React then moves,
 * changes or removes a node that is elsewhere. A text is safe as the only content of an element, or where nothing
 * beside it ever changes. A value is no text if its type is `Elements` or `ReactElement`.
 */
export function findBareTexts(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  const declared = declarationsOf(program, source);
  const found: string[] = [];
  const check = (children: readonly unknown[], isFragment: boolean) => {
    const parts = children.map(asNode).flatMap((child) => {
      if (child.type === "JSXText")
        return /^\s*\n\s*$/.test(String(child["value"]))
          ? []
          : [{ start: child.start, isText: true, changes: false }];
      return (
        partOf(child.type === "JSXExpressionContainer" ? asNode(child["expression"]) : child, declared) ?? []
      );
    });
    // A fragment may stand beside anything, unless it only passes one value on.
    const changing = parts.filter(({ changes }) => changes);
    for (const { start, isText } of parts)
      if (
        isText &&
        (isFragment ? parts.length > 1 || changing.length === 0 : parts.length > 1 && changing.length > 0)
      )
        found.push(
          `${path}:${source.slice(0, start).split("\n").length} ${source.slice(start).trim().split("\n")[0]}`,
        );
  };
  new Visitor({
    JSXElement: ({ children }) => check(children, false),
    JSXFragment: ({ children }) => check(children, true),
  }).visit(program);
  return found;
}
