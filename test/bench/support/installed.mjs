import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * An installed library that does not tree-shake by feature: one module for every row but the document.
 * @param {string} name
 * @param {(from: string) => string} bundle
 * @param {string} [entry] below the package
 * @returns {import("./arm.mjs").Arm}
 */
export const installedArm = (name, bundle, entry) => {
  const folder = fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url));
  const module = bundle(JSON.stringify(entry === undefined ? name : `${name}/${entry}`));
  return {
    name,
    version: JSON.parse(readFileSync(`${folder}/package.json`, "utf8")).version,
    bytes: { password: module, popup: module, everything: module },
  };
};
