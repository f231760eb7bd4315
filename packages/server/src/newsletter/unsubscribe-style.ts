import { createHash } from "node:crypto";

export const UNSUBSCRIBE_STYLE_PATH = "/api/newsletter/unsubscribe.css";

/** The site's colors; the name of the site's own style sheet changes with each build. */
const STYLE = `:root { color-scheme: light dark; --page: #f7f5ef; --text: #0f1714; --accent: #1f6b45; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --page: #151d19; --text: #f1efe8; --accent: #c9f24d; --on-accent: #0f1714; } }
body { margin: 0; background: var(--page); color: var(--text); font: 1.0625rem/1.5 "Instrument Sans", system-ui, sans-serif; }
main { max-width: 32rem; margin: 12vh auto; padding: 0 1.5rem; }
h1 { font-size: clamp(1.375rem, 7vw, 1.75rem); line-height: 1.2; overflow-wrap: break-word; }
a { color: var(--accent); }
button { min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: 6px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
`;

export const UNSUBSCRIBE_STYLE_INTEGRITY = `sha256-${createHash("sha256").update(STYLE).digest("base64")}`;

export const getUnsubscribeStyle = (): Response =>
  new Response(STYLE, {
    headers: { "content-type": "text/css; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
