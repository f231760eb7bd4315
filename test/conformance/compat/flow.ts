import type { BrowserContext } from "playwright";
import type { Plugin } from "vite";
import type { World } from "./world.ts";

/** The folder of the installed tools. */
export const here = new URL(".", import.meta.url).pathname;

/** One script of a module, with the arm in the place of `firebase/auth`. */
export type Build = (
  source: string,
  options?: { from?: string; plugins?: Plugin[]; define?: Record<string, string> },
) => Promise<string>;

export type Flow = {
  name: string;
  /** The files of the site by path. `checkout` is the folder that the flow's option names. */
  files(build: Build, checkout: string): Promise<Record<string, string>>;
  /** The option that names a checkout; without it the flow needs none. */
  checkout?: "quickstart" | "marketplace";
  /** What a user does. `say` prints what has been shown to hold. */
  run(
    world: World,
    site: { context: BrowserContext; origin: string },
    say: (what: string) => void,
  ): Promise<void>;
};

const HTML =
  '<!doctype html><title>Compat</title><body><div id="root"></div><script type="module" src="/page.js"></script>';

/** A site of one script, on each of the paths. */
export const siteOf = (script: string, paths: readonly string[] = ["/"]): Record<string, string> => ({
  "/page.js": script,
  ...Object.fromEntries(paths.map((path) => [path, HTML])),
});
