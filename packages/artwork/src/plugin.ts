import type { Plugin } from "vite";
import { drawnFiles } from "./images.ts";

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
