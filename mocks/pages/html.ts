import { html as createHtml } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Text that is already HTML. */
export type Html = HtmlEscapedString;

type Part = string | number | false | undefined | readonly Html[];

/** Hono's template, which escapes its values. It is a promise only if one of them is. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  createHtml(strings, ...parts) as Html;

type Page = {
  title: string;
  body: Html;
  status?: number;
  /** Allowed form targets besides these pages. */
  formTarget?: string | undefined;
  script?: string;
  headers?: Record<string, string>;
  /** Directives that differ from the default policy. The value undefined omits a directive. */
  directives?: Record<string, string | undefined>;
};

/** A whole document. Its policy allows only files of the same origin. */
export function createPageResponse(given: Page): Response {
  const { title, body, status = 200, formTarget = "", script, headers = {}, directives = {} } = given;
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/__local/style.css">
${script !== undefined && html`<script type="module" src="${script}"></script>`}
</head>
${body}
</html>
`;
  const policy: Record<string, string | undefined> = {
    "default-src": "'none'",
    "style-src": "'self'",
    "img-src": "data:",
    ...(script !== undefined && { "script-src": "'self'", "connect-src": "'self'" }),
    "form-action": `'self' ${formTarget}`.trim(),
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
    ...directives,
  };
  const spelled = Object.entries(policy).flatMap(([name, value]) => (value ? [`${name} ${value}`] : []));
  return new Response(document.toString(), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": spelled.join("; "),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}

/** A style sheet or script as text, because in a browser these services have no files of their own. */
export const createAsset = (text: string, type: "text/css" | "text/javascript"): Response =>
  new Response(text, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    },
  });

/** What a page's script can receive: texts, and functions that are self-contained. */
type Source = string | ((...given: never[]) => unknown) | { readonly [name: string]: Source };

const toScriptSource = (value: Source): string => {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return `(${value.toString()})`;
  const entries = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}: ${toScriptSource(part)}`,
  );
  return `{${entries.join(",\n")}}`;
};

/**
 * A page's script, made of the functions' own text and of the texts that they show. They are written and checked in
 * TypeScript like all other code, but there is no file to find at run time: the same handlers serve these pages from
 * Node, from a bundle and from a service worker. Each function must therefore be self-contained. Some compilers wrap
 * functions in `__name`; in a block, because a page can load a classic script twice.
 */
export const createPageScript = <Given extends Source[]>(
  run: (...given: Given) => void,
  ...given: Given
): string =>
  `{\nconst __name = (value) => value;\n${toScriptSource(run)}(${given.map(toScriptSource).join(",\n")});\n}\n`;
