import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { artworkImages } from "./packages/artwork/src/plugin.ts";
import { bundledPackages, verifiedImports } from "./packages/prerender/src/build-plugins.ts";
import { prerenderSite } from "./packages/prerender/src/plugin.ts";
import { builtText, distFolder, pseudoLocale } from "./packages/prerender/src/pseudo-locale.ts";
import { earlyTexts } from "./src/entry/early-texts.ts";
import { standaloneTexts } from "./src/entry/standalone-texts.ts";

type Graph = { getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null };

/** The entries that import a module statically, directly or through others. */
function entriesOf(id: string, graph: Graph, seen = new Set<string>()): readonly string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  const { isEntry = false, importers = [] } = graph.getModuleInfo(id) ?? {};
  return [...(isEntry ? [id] : []), ...importers.flatMap((importer) => entriesOf(importer, graph, seen))];
}

/**
 * Whether the document of every page loads the module, and no standalone document does. Every page imports the identity
 * client's index and the contract's, and uses a small part of them.
 */
function isOfEveryPage(id: string, graph: Graph): boolean {
  if (/[\\/]packages[\\/](identity[\\/]|contract[\\/]src[\\/]account\.)/.test(id)) return false;
  const entries = entriesOf(id, graph);
  return entries.length > 0 && entries.every((entry) => entry.endsWith("index.html"));
}

const PARTS = /[\\/]call-to-action|[\\/]src[\\/]components[\\/](alert|address|drawing)[\\/]/;
const SIGN_IN =
  /[\\/]src[\\/]components[\\/](social-button|password-strength|popup-notice|text-field[\\/]password)|identity[\\/]src[\\/](sign-in[\\/](credential|methods)|api[\\/](create-auth-uri|sign-in-with|sign-up|token-response))/;

// The first view's script lists every chunk, and hashes do not compress: a character less saves 0.1 kB.
const output = {
  entryFileNames: "assets/[name]-[hash:6].js",
  chunkFileNames: "assets/[name]-[hash:6].js",
};

export default defineConfig({
  environments: { client: { build: { rolldownOptions: { output } } } },
  plugins: [
    pseudoLocale(),
    react(),
    vanillaExtractPlugin(),
    artworkImages(),
    bundledPackages(`${distFolder}/browser-packages.json`),
    verifiedImports("src/lib/verified-import.ts"),
    prerenderSite({
      entry: "src/entry/prerender.tsx",
      outDir: `${distFolder}/site`,
      early: { source: "src/entry/early.ts", lost: builtText(earlyTexts.lost) },
      standalone: [
        {
          path: "/oauth/callback",
          file: "oauth/callback.html",
          title: builtText(standaloneTexts.signingIn),
          source: "src/entry/oauth-callback.ts",
        },
        {
          path: "/oauth/popup",
          file: "oauth/popup.html",
          title: builtText(standaloneTexts.signingIn),
          source: "src/entry/oauth-popup.ts",
        },
        {
          path: "/auth-frame/human-check",
          file: "auth-frame/human-check.html",
          title: builtText(standaloneTexts.humanCheck),
          source: "src/entry/human-check.ts",
        },
      ],
    }),
  ],
  // React has the hook itself; the router's copy is for React 17.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  build: {
    target: "baseline-widely-available",
    // Inlined it would be a data: URL, which font-src and img-src need not allow.
    assetsInlineLimit: 0,
    // All pages' styles weigh less than the round trips of a file for each.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Otherwise React is in the entry, route chunks import the entry, and every hash changes together.
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            // Separate, because the popup's return page needs these and nothing of the shell.
            {
              name: "names",
              test: /identity[\\/]src[\\/]lib[\\/]browser\.ts|[\\/]browser-names\.ts/,
              priority: 2,
            },
            // What every page needs, in one file; otherwise it becomes two dozen chunks, most of a few hundred bytes.
            // Other parts are on half of the pages, and too small for a file of their own.
            {
              name: (id, graph) => (isOfEveryPage(id, graph) || PARTS.test(id) ? "shell" : null),
              priority: 1,
            },
            // What the contact form and the sign-in share.
            {
              name: "email-hint",
              test: /[\\/](use-after-press|email-typo|email-hint[\\/])/,
              minShareCount: 2,
              priority: 1,
            },
            // What several drawings share: otherwise each of them is a chunk of a few hundred bytes.
            { name: "drawings", test: /[\\/]src[\\/]artwork[\\/]/, minShareCount: 2 },
            // What the account pages share, for the same reason. Without the popup's modules, because its return page
            // needs them and nothing else of the account.
            {
              name: "account",
              test: /[\\/](packages[\\/]identity[\\/]src[\\/](?!popup)|packages[\\/]contract[\\/]src[\\/]account\.|src[\\/](identity|messages|account))[\\/]/,
              minShareCount: 2,
            },
            // What the forms and the settings share.
            {
              name: "sign-in",
              test: SIGN_IN,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});
