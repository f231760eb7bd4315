import { readFileSync } from "node:fs";
import { packageFolder } from "../../install.mjs";

/** @param {string} name of an installed package @returns {string} its version */
export const versionOf = (name) =>
  JSON.parse(readFileSync(`${packageFolder(name, "bench")}/package.json`, "utf8")).version;

/**
 * An installed library that does not tree-shake by feature: one module for every row but the document.
 * @param {string} name
 * @param {string} exports
 * @param {Omit<import("./arm.mjs").Arm, "name" | "version" | "bytes">} arm
 * @param {string} [entry] below the package
 * @returns {import("./arm.mjs").Arm}
 */
export const installedArm = (name, exports, arm, entry) => {
  const from = JSON.stringify(entry === undefined ? name : `${name}/${entry}`);
  const module = `export { ${exports} } from ${from};`;
  return {
    ...arm,
    without: { document: "has no live document", ...arm.without },
    name,
    version: versionOf(name),
    bytes: { password: module, popup: module, everything: module },
  };
};
