/** Text that is HTML already. */
export type Html = { readonly html: string };

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

type Part = string | number | Html | false | undefined | readonly Html[];

const render = (part: Part): string => {
  if (part === false || part === undefined) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return "html" in part ? part.html : part.map(({ html }) => html).join("");
};

/** A template whose values are escaped: what people typed into a form never becomes markup. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: strings.map((text, index) => text + render(parts[index])).join(""),
});

type Page = {
  title: string;
  body: Html;
  status?: number;
  /** Where forms may lead, besides these pages themselves. */
  formTarget?: string | undefined;
  /** The one script of the page, if it has any. */
  script?: string;
  headers?: Record<string, string>;
  /** Directives of the policy that differ from the default; undefined leaves one out. */
  directives?: Record<string, string | undefined>;
};

/** A whole document with a policy that allows nothing but its own files. */
export function page(given: Page): Response {
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
  return new Response(document.html, {
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

/** A style sheet or script, as text: these services have no files of their own where they run in a browser. */
export const asset = (text: string, type: "text/css" | "text/javascript"): Response =>
  new Response(text, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    },
  });
