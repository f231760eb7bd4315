import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { artworkImages } from "./packages/artwork/src/plugin.ts";
import { bundledPackages } from "./packages/prerender/src/bundled-packages.ts";
import { distFolder } from "./packages/prerender/src/dist-folder.ts";
import { prerenderSite } from "./packages/prerender/src/plugin.ts";
import { builtText, pseudoLocale } from "./packages/prerender/src/pseudo-locale.ts";
import { verifiedImports } from "./packages/prerender/src/verified-imports.ts";
import { earlyTexts } from "./src/entry/early-texts.ts";
import { standaloneTexts } from "./src/entry/standalone-texts.ts";

export default defineConfig({
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
            // Separate, because the popup's return page needs it and nothing else of the shell.
            { name: "valibot", test: /node_modules[\\/]valibot[\\/]/, priority: 2 },
            // The parts that every page needs, in one file; otherwise they become a dozen chunks of a hundred bytes
            // each.
            {
              name: "shell",
              test: /[\\/]src[\\/](app[\\/]app|account[\\/]live-document|identity[\\/]client[\\/](client|passkey-functions)|config[\\/]site-config)\.tsx?$/,
              priority: 1,
            },
            // What public and account pages share but not every page needs.
            {
              name: "parts",
              test: /[\\/]src[\\/](components[\\/](alert|address|drawing)|config[\\/]language|styles[\\/]layout)/,
              priority: 1,
            },
            // What the account pages share, in one file; otherwise it becomes twenty chunks, most of a few hundred
            // bytes. Without the popup's modules, because its return page needs them and nothing else of the account.
            {
              name: "account",
              test: /[\\/](packages[\\/]identity[\\/]src[\\/](?!popup)|src[\\/](identity|messages|account))/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});
