import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { newFolder } from "./folder.ts";

const page = (title: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title><link rel="canonical" href="https://origin.invalid/${title}">` +
  `<script type="application/json" id="config">{}</script></head><body><h1>${title}</h1>${"<p>Waste.</p>".repeat(60)}</body></html>`;

/** 1,000 bytes whose values follow from their positions, so that a test can check a range. */
export const VIDEO = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
export const SCRIPT = `export const rows = [${"1,".repeat(400)}];\n`;

/** Each page's file without its ending, and who may see the page. */
const PAGES: Record<string, [name: string, kind: "public" | "private"]> = {
  "/": ["index", "public"],
  "/about": ["about", "public"],
  "/tech": ["tech", "public"],
  "/auth/signin": ["auth/signin", "private"],
  "/dashboard": ["dashboard", "private"],
  "/firebase-action": ["firebase-action", "private"],
  "/oauth/callback": ["oauth/callback", "private"],
  "/oauth/popup": ["oauth/popup", "private"],
  "/auth-frame/human-check": ["auth-frame/human-check", "private"],
};

const FILES: Record<string, string | Uint8Array> = {
  ...Object.fromEntries(Object.values(PAGES).map(([name]) => [`${name}.html`, page(name)])),
  "auth/signup.html": page("signup"),
  "404.html": page("not-found"),
  "routes.json": JSON.stringify({
    pages: Object.fromEntries(
      Object.entries(PAGES).map(([path, [name, kind]]) => [path, { file: `${name}.html`, kind }]),
    ),
    redirects: {
      "/technology": { to: "/tech", kind: "permanent" },
      "/.well-known/change-password": { to: "/dashboard", kind: "temporary" },
      "/press": { to: "/about", kind: "temporary" },
    },
    patterns: [{ prefix: "/auth/", file: "auth/signup.html", kind: "private" }],
  }),
  "assets/main-4f3a.js": SCRIPT,
  "assets/main-4f3a.js.br": brotliCompressSync(SCRIPT),
  "assets/main-4f3a.js.gz": gzipSync(SCRIPT),
  "media/loop.mp4": VIDEO,
  "robots.txt": "Sitemap: https://origin.invalid/sitemap.xml\n",
  ".well-known/security.txt":
    "Contact: mailto:a@b.example\nExpires: 2020-01-01T00:00:00Z\nCanonical: https://origin.invalid/.well-known/security.txt\n",
  ".vite/manifest.json": "{}",
};

/** Writes a small site in the build's layout. */
export function writeSite(folder: string, changes: Record<string, string> = {}): string {
  for (const [name, content] of Object.entries({ ...FILES, ...changes })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** The site of one test. */
export const fixtureSite = (changes?: Record<string, string>): string => writeSite(newFolder(), changes);
