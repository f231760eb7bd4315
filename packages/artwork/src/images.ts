import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin } from "vite";
import { MissingPage } from "../../../src/artwork/empty-bin.tsx";
import { FeatureDetect } from "../../../src/artwork/feature-detect.tsx";
import { FeatureFeedback } from "../../../src/artwork/feature-feedback.tsx";
import { FeatureReport } from "../../../src/artwork/feature-report.tsx";
import { FeatureStream } from "../../../src/artwork/feature-stream.tsx";
import { InterfacePicture } from "../../../src/artwork/interface-picture.tsx";
import { palette } from "../../../src/artwork/picture.tsx";
import { SolutionCompliance } from "../../../src/artwork/solution-compliance.tsx";
import { SolutionComposition } from "../../../src/artwork/solution-composition.tsx";
import { SolutionDetection } from "../../../src/artwork/solution-detection.tsx";
import { SolutionFeedback } from "../../../src/artwork/solution-feedback.tsx";
import { SortingLine } from "../../../src/artwork/sorting-line.tsx";
import { company } from "../../contract/src/company.ts";
import { socialCards } from "./social/cards.tsx";

const pictures = {
  "solution-1": SolutionDetection,
  "solution-2": SolutionComposition,
  "solution-3": SolutionFeedback,
  "solution-4": SolutionCompliance,
  "feature-1": FeatureDetect,
  "feature-2": FeatureFeedback,
  "feature-3": FeatureStream,
  "feature-4": FeatureReport,
  interface: InterfacePicture,
  "sorting-line": SortingLine,
  "empty-bin": MissingPage,
} as const;

const fontFiles = ["instrument-sans-400", "instrument-sans-600", "geist-mono-500", "geist-mono-600"].map(
  (name) => fileURLToPath(new URL(`../fonts/${name}.ttf`, import.meta.url)),
);

/** A separate SVG document, which needs an explicit namespace; inside HTML it is implied. */
function toSvg(element: ReactElement): string {
  return renderToStaticMarkup(element).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
}

export function toPng(element: ReactElement): Uint8Array {
  // System fonts are off, so that the picture is the same on every machine.
  const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: "Instrument Sans" };
  return new Resvg(toSvg(element), { font }).render().asPng();
}

/** The manifest's icons; drawn with the pictures, so that the company's name is in one place. */
const manifest = {
  name: company.name,
  short_name: company.name,
  start_url: "/",
  display: "browser",
  background_color: palette.ink,
  theme_color: palette.ink,
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

/**
 * Every file of the site that is drawn on request, by its path under the root: the pictures as SVG, the social previews
 * as PNG, the manifest of its icons.
 */
export const drawnFiles: readonly { path: string; type: string; draw(): string | Uint8Array }[] = [
  ...Object.entries(pictures).map(([name, picture]) => ({
    path: `images/${name}.svg`,
    type: "image/svg+xml",
    draw: () => toSvg(createElement(picture)),
  })),
  ...Object.entries(socialCards).map(([name, card]) => ({
    path: `images/social/${name}.png`,
    type: "image/png",
    draw: () => toPng(card),
  })),
  {
    path: "manifest.webmanifest",
    type: "application/manifest+json",
    draw: () => `${JSON.stringify(manifest, null, 2)}\n`,
  },
];

/** Emits the pictures and social images with the client build. In development, draws and serves them on request. */
export function artworkImages(): Plugin {
  return {
    name: "artwork-images",
    applyToEnvironment: (environment) => environment.name === "client",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.replace(/[?#].*$/, "").slice(1);
        const file = drawnFiles.find((candidate) => candidate.path === path);
        if (!file) return next();
        response.setHeader("content-type", file.type);
        response.end(file.draw());
      });
    },
    generateBundle() {
      for (const { path, draw } of drawnFiles)
        this.emitFile({ type: "asset", fileName: path, source: draw() });
    },
  };
}
