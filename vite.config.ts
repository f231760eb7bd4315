import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { artworkImages } from "./packages/artwork/src/plugin.ts";
import { bundledPackages } from "./packages/prerender/src/bundled-packages.ts";
import { prerenderSite } from "./packages/prerender/src/plugin.ts";
import { verifiedImports } from "./packages/prerender/src/verified-imports.ts";

export default defineConfig({
  plugins: [
    react(),
    vanillaExtractPlugin(),
    artworkImages(),
    verifiedImports("src/lib/verified-import.ts"),
    bundledPackages("dist/browser-packages.json"),
    prerenderSite({
      entry: "src/entry/prerender.tsx",
      outDir: "dist/site",
      early: "src/entry/early.ts",
      standalone: [
        {
          path: "/oauth/callback",
          file: "oauth/callback.html",
          title: "Signing in",
          source: "src/entry/oauth-callback.ts",
        },
        {
          path: "/oauth/popup",
          file: "oauth/popup.html",
          title: "Signing in",
          source: "src/entry/oauth-popup.ts",
        },
        {
          path: "/auth-frame/human-check",
          file: "auth-frame/human-check.html",
          title: "Human check",
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
              test: /[\\/]src[\\/](app[\\/]app|identity[\\/](client|passkey-functions)|config[\\/]site-config)\.tsx?$/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
