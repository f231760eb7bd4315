import { company } from "@tallybin/contract/company";

export const ANSWER_STYLE_PATH = "/api/answer.css";

/** The site's colors; the name of the site's own style sheet changes with each build. */
const STYLE = `:root { color-scheme: light dark; --page: #f7f5ef; --text: #0f1714; --accent: #1b5e3d; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --page: #151d19; --text: #f1efe8; --accent: #c9f24d; --on-accent: #0f1714; } }
body { margin: 0; background: var(--page); color: var(--text); font: 1.0625rem/1.5 "Instrument Sans", system-ui, sans-serif; text-wrap: pretty; }
main { max-width: 32rem; margin: 12vh auto; padding: 0 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: clamp(1.375rem, 7vw, 1.75rem); line-height: 1.2; }
a { color: var(--accent); }
button { min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: 6px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
`;

export const getAnswerStyle = (): Response =>
  new Response(STYLE, {
    headers: { "content-type": "text/css; charset=utf-8", "cache-control": "public, max-age=3600" },
  });

/** A page of the server itself, without a script, for mailed links and for forms without JavaScript. */
export function answerPage(title: string, body: string, status: number): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${company.name}</title>
<link rel="stylesheet" href="${ANSWER_STYLE_PATH}">
</head>
<body>
<main>
<h1>${title}</h1>
${body}
<p><a href="/">${company.name}</a></p>
</main>
</body>
</html>
`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
  };
  return new Response(html, { status, headers });
}

/** A text as HTML shows it, inside an element or a quoted attribute. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export const renderParagraph = (text: string): string => `<p>${escapeText(text)}</p>`;
export const renderLink = (path: string, text: string): string =>
  `<p><a href="${path}">${escapeText(text)}</a></p>`;

/** A button that posts to the page's own address. */
export function renderButton(text: string, fields: Record<string, string> = {}): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeText(value)}">`,
  );
  return `<form method="post">${inputs.join("")}<p><button type="submit">${escapeText(text)}</button></p></form>`;
}
