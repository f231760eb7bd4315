import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * A part of `npm test` that is repeated only if one of its inputs has changed since it last passed.
 *
 * @typedef {object} Area
 * @property {string} name
 * @property {RegExp} tests its test files
 * @property {RegExp} inputs what its tests import, read or start, besides what every area has. `areas.test.ts` compares
 *   them with the imports
 */

const EVERYTHING = /(?:)/;
/** Inputs of every area. */
const COMMON =
  /^(package(-lock)?\.json|packages\/[^/]+\/package\.json|vite(st)?\.config\.ts|tsconfig.*|test\/(run\.mjs|setup\/.*|support\/.*)|packages\/server\/test\/support\/.*)$/;
const PAGES = /^(src|mocks|public|packages\/(contract|identity|platform|user-document))\//;

/** The first area that fits is that of a file. @type {readonly Area[]} */
export const AREAS = [
  { name: "pages", tests: /^test\/pages\//, inputs: new RegExp(`${PAGES.source}|^test/pages/`) },
  {
    name: "client",
    tests: /^packages\/(identity|platform|user-document)\//,
    inputs: /^(mocks|docs\/generated|packages\/(identity|platform|user-document))\//,
  },
  {
    name: "simulation",
    tests: /^test\/simulat[^/]*$/,
    inputs: new RegExp(`${PAGES.source}|^packages/identity-server/|^test/simulat`),
  },
  {
    // The server only delivers these pages. Its headers, forms and sessions are in the next area.
    name: "pages in a browser",
    tests:
      /^test\/e2e\/(account|document|identity|passkeys|foundation\/(?!human|reports|session|trusted)|public\/(?!contact|newsletter|no-script|session))/,
    inputs: new RegExp(
      `${PAGES.source}|^(index\\.html$|test/(e2e|simulation/compared)/|packages/(prerender|local-services)/src/)`,
    ),
  },
  { name: "server in a browser", tests: /^test\/e2e\//, inputs: EVERYTHING },
  { name: "everything else", tests: EVERYTHING, inputs: EVERYTHING },
];

/** @param {string} file relative to the root, with forward slashes @returns {Area} */
export const areaOf = (file) => {
  const area = AREAS.find(({ tests }) => tests.test(file));
  if (!area) throw new Error(`${file} has no area`);
  return area;
};

/** @param {Area} area @param {string} file */
export const isInput = (area, file) => COMMON.test(file) || area.inputs.test(file);

/**
 * The state of each area's inputs: what Git tracks and what it does not ignore. Undefined without Git, so that everything
 * runs.
 *
 * @param {string} root
 * @param {string} how whatever else decides about the result
 * @returns {Map<string, string> | undefined} by the area's name
 */
export const stateOfAreas = (root, how) => {
  /** @type {string[]} */
  let files;
  try {
    const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    files = execFileSync("git", args, {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
      stdio: "pipe",
    }).split("\0");
  } catch {
    return undefined;
  }
  const contents = [...new Set(files)]
    .filter((file) => file !== "" && existsSync(`${root}${file}`))
    .map((file) => ({
      file,
      hash: createHash("sha256")
        .update(readFileSync(`${root}${file}`))
        .digest("hex"),
    }));
  return new Map(
    AREAS.map((area) => {
      const hash = createHash("sha256").update(how);
      for (const each of contents) if (isInput(area, each.file)) hash.update(`${each.file} ${each.hash}\n`);
      return [area.name, hash.digest("hex")];
    }),
  );
};

/**
 * The areas that have passed with their present inputs, in a file that `npm ci` deletes.
 *
 * @param {string} file
 * @param {Map<string, string> | undefined} state
 */
export const passedAreas = (file, state) => {
  /** @type {Record<string, string>} */
  const passed = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return {
    /** @param {Area} area */
    has: ({ name }) => state !== undefined && passed[name] === state.get(name),
    /** @param {Area} area @param {boolean} ok */
    record({ name }, ok) {
      const now = ok ? state?.get(name) : undefined;
      if (now === undefined) delete passed[name];
      else passed[name] = now;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(passed, undefined, 2));
    },
  };
};
