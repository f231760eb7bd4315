import { fileURLToPath } from "node:url";
import { brotliSize, bundle as bundleIn } from "../../../../packages/identity/test/support/bundle.mjs";

/** Modules resolve from here, so that an arm finds its own installed package. */
const here = fileURLToPath(new URL("../", import.meta.url));

/** @param {string} source @param {import("vite").Plugin[]} [plugins] */
export const bundle = (source, plugins) => bundleIn(source, here, plugins);

/** The size of a module's bundle after brotli, with its libraries. @param {string} source */
export const bundleSize = async (source) => brotliSize(await bundle(source));

/**
 * Begins each module of a package with a call that survives the minifier, so that the bundle can be split again.
 * @type {import("vite").Plugin}
 */
const marker = {
  name: "bench-marker",
  enforce: "post",
  transform: (code, id) =>
    /node_modules|\/src\//.test(id)
      ? { code: `bench_module(${JSON.stringify(id)});\n${code}`, map: null }
      : undefined,
};

/**
 * The parts of a bundle. A part's `brotli` is what the bundle would save without it: text that other parts repeat
 * counts for none of them.
 * @param {string} source
 * @param {(id: string) => string} partOf the part of a module
 * @returns {Promise<{ name: string, minified: number, brotli: number }[]>} the largest first
 */
export async function bundleParts(source, partOf) {
  const [, ...pieces] = (await bundle(source, [marker])).split(/bench_module\([`"]([^`"]+)[`"]\)[,;]?/);
  const modules = pieces.flatMap((id, index) =>
    index % 2 === 0 ? [{ part: partOf(id), code: pieces[index + 1] ?? "" }] : [],
  );
  const without = (/** @type {string | undefined} */ name) =>
    modules.flatMap(({ part, code }) => (part === name ? [] : [code])).join("");
  const total = without(undefined);
  return [...new Set(modules.map(({ part }) => part))]
    .map((name) => ({
      name,
      minified: total.length - without(name).length,
      brotli: brotliSize(total) - brotliSize(without(name)),
    }))
    .toSorted((a, b) => b.brotli - a.brotli);
}
