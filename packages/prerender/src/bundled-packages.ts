import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Plugin } from "vite";

/** The npm package of a module, or undefined for our own code and for Vite's virtual modules. */
export function packageOf(moduleId: string): string | undefined {
  const [, path] = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(moduleId) ?? [];
  return path?.replaceAll("\\", "/");
}

/**
 * Writes the names of the npm packages whose code the browser gets, as a sorted JSON array, so that a test can
 * compare them with the documented list. Modules that tree shaking removed do not count.
 * @param file where to write, relative to the project's root; outside the served folder
 */
export function bundledPackages(file: string): Plugin {
  return {
    name: "bundled-packages",
    applyToEnvironment: ({ name }) => name === "client",
    async writeBundle(_, bundle) {
      const names = new Set<string>();
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk")
          for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
            const name = packageOf(id);
            if (name && renderedLength > 0) names.add(name);
          }
      const target = resolve(this.environment.config.root, file);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, `${JSON.stringify([...names].sort(), null, 2)}\n`);
    },
  };
}
