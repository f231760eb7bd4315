import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { artworkImages } from "./packages/artwork/src/images.ts";
import { preloadedImports } from "./packages/prerender/src/build-plugins.ts";
import { prerenderSite } from "./packages/prerender/src/plugin.ts";
import { standaloneTexts } from "./src/entry/document-texts.ts";
import { earlyTexts } from "./src/entry/early-texts.ts";

type Module = { isEntry: boolean; importers: readonly string[]; dynamicImporters: readonly string[] };
type Graph = { getModuleInfo(id: string): Module | null };

/**
 * Where a module's chunk can begin: the entries and the dynamic imports whose static imports lead to the module.
 * @param leadsOn whether the imports of a module on the way count
 */
function rootsOf(
  id: string,
  graph: Graph,
  leadsOn: (id: string) => boolean = () => true,
  seen = new Set<string>(),
): readonly string[] {
  const module = graph.getModuleInfo(id);
  if (!module || seen.has(id) || !leadsOn(id)) return [];
  seen.add(id);
  const isRoot = module.isEntry || module.dynamicImporters.length > 0;
  return [
    ...(isRoot ? [id] : []),
    ...module.importers.flatMap((importer) => rootsOf(importer, graph, leadsOn, seen)),
  ];
}

const isFirst = (id: string) => id.endsWith("index.html");
const isHydration = (id: string) => /[\\/]src[\\/]entry[\\/]hydrate\.lazy\.tsx$/.test(id);
/** What the document of every page loads: its first script, and React behind it. */
const isSite = (id: string) => isFirst(id) || isHydration(id);

const entriesOf = (roots: readonly string[], graph: Graph) =>
  roots.filter((root) => isHydration(root) || graph.getModuleInfo(root)?.isEntry);

/** The chunk of a module of ours that the site shares with another document, which needs nothing else of the site. */
function chunkOfDocument(id: string, graph: Graph): string | null {
  const roots = id.includes("node_modules") ? [] : rootsOf(id, graph);
  const entries = entriesOf(roots, graph);
  return entries.length > 1 && !entries.every(isSite) ? "shared" : null;
}

/** An index exports more than each of its importers uses: an import of it does not tell which modules a page needs. */
const isNoIndex = (id: string) => !/[\\/]index\.ts$/.test(id);

/** The pages that share a module are most of the site's pages from here on. */
const MOST_PAGES = 6;

/** Early presses and the account pages share these. They are too small for a chunk. */
const OF_EARLY_FORMS = /[\\/]packages[\\/]contract[\\/]src[\\/](company|newsletter)\.ts$/;

/** Whether the site's first script imports the module. It acts before React is there, so its chunk imports no React. */
const isOfFirstScript = (id: string, graph: Graph): boolean => {
  if (OF_EARLY_FORMS.test(id)) return true;
  const entries = entriesOf(rootsOf(id, graph, isNoIndex), graph);
  return entries.some(isFirst) && entries.every(isSite);
};

/** Whether the document of every page loads the module, or most pages do. */
function isOfShell(id: string, graph: Graph): boolean {
  const roots = rootsOf(id, graph, isNoIndex);
  const entries = entriesOf(roots, graph);
  const pages = roots.filter((root) =>
    graph.getModuleInfo(root)?.dynamicImporters.some((by) => rootsOf(by, graph).every(isHydration)),
  );
  return (entries.length > 0 && entries.every(isSite)) || pages.length >= MOST_PAGES;
}

/** The chunks that every document loads, so that no import needs to name them. */
const OF_EVERY_PAGE = /\/(index|react|rolldown-runtime|shell)-/;

// The first view's script lists every chunk, and hashes do not compress: a character less saves 0.1 kB.
const output = {
  entryFileNames: "assets/[name]-[hash:7].js",
  // A chunk by its entries is named by all of them.
  chunkFileNames: ({ name }: { name: string }) => `assets/${name.replace(/~.*/, "")}-[hash:7].js`,
};

export default defineConfig({
  environments: { client: { build: { rolldownOptions: { output } } } },
  plugins: [
    react(),
    vanillaExtractPlugin(),
    artworkImages(),
    preloadedImports("src/lib/preloaded-import.ts"),
    prerenderSite({
      entry: "src/entry/prerender.tsx",
      outDir: "dist/site",
      early: { source: "src/entry/early.ts", lost: earlyTexts.lost },
      standalone: [
        {
          path: "/oauth/callback",
          file: "oauth/callback.html",
          title: standaloneTexts.signingIn,
          source: "src/entry/oauth-callback.ts",
        },
        {
          path: "/oauth/popup",
          file: "oauth/popup.html",
          title: standaloneTexts.signingIn,
          source: "src/entry/oauth-popup.ts",
        },
        {
          path: "/auth-frame/human-check",
          file: "auth-frame/human-check.html",
          title: standaloneTexts.humanCheck,
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
    // The packages whose code the browser gets; a test compares them with the documented list.
    license: { fileName: ".vite/licenses.json" },
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, needed, { hostType }) =>
        hostType === "js" ? needed.filter((file) => !OF_EVERY_PAGE.test(file)) : needed,
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Otherwise React is in the entry, route chunks import the entry, and every hash changes together.
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            // One chunk for each set of entries: the popup's return page needs nothing that only the opener needs too.
            { name: chunkOfDocument, minShareCount: 2, entriesAware: true, priority: 3 },
            // Before the shell, which takes all that its modules import.
            { name: (id, graph) => (isOfFirstScript(id, graph) ? "start" : null), priority: 3 },
            // What the identity client and the account pages share, and the forms of early presses. Neither needs
            // React, unlike the chunk of the account pages.
            {
              name: "session",
              test: /[\\/]packages[\\/]identity[\\/]src[\\/]((client|errors|http|lib|session)[\\/]|account[\\/]action-url|api[\\/]token-response)|[\\/]packages[\\/]platform[\\/]src[\\/]|[\\/]src[\\/](identity[\\/]human-check|messages[\\/]site-error\.)/,
              minShareCount: 2,
              priority: 3,
            },
            {
              name: "fields",
              test: /[\\/](field-schemas|form-fields|typed-text|call-api-code|early-press)\.|[\\/]contract[\\/]src[\\/]api\./,
              priority: 3,
            },
            {
              name: "auth-forms",
              test: /[\\/]packages[\\/]identity[\\/]src[\\/]sign-in[\\/](credential|methods)\.|[\\/]auth-forms\./,
              priority: 3,
            },
            // What every page needs, in one file; otherwise it becomes two dozen chunks, most of a few hundred bytes.
            { name: (id, graph) => (isOfShell(id, graph) ? "shell" : null), priority: 2 },
            // A subscription by an early press loads it, and its page names one file.
            {
              name: "call-api",
              test: /[\\/]src[\\/](api[\\/]call-api|newsletter[\\/]send-subscription)\./,
              priority: 2,
            },
            // Each page of a signed-in user loads the menu; of what it shares, the shell needs nothing.
            {
              name: "account-menu",
              test: /[\\/]src[\\/](shell[\\/]account-menu|components[\\/]avatar[\\/])/,
              priority: 2,
            },
            // The front page's drawings appear together.
            { name: "features", test: /[\\/]src[\\/]artwork[\\/]feature-/, priority: 2 },
            // What several drawings share, for the same reason.
            { name: "drawings", test: /[\\/]src[\\/]artwork[\\/]/, minShareCount: 2, priority: 1 },
            // What the account pages share.
            {
              name: "account",
              test: /[\\/]src[\\/](identity|messages|account)[\\/]/,
              minShareCount: 2,
              priority: 1,
            },
            // What the contact form and the sign-in share.
            { name: "forms", test: /[\\/]src[\\/](components|lib)[\\/]/, minShareCount: 4, priority: 2 },
            // What the sign-in and the settings share.
            {
              name: "sign-in",
              test: /[\\/](src[\\/]components|packages[\\/]identity[\\/]src[\\/]sign-in)[\\/]|[\\/](required-text|typed-number|phone-problem-texts)\./,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});
