import { readFileSync } from "node:fs";

/**
 * Whether a test file needs a process of its own: a program's end may outlive its test, other tests fill the heap, and
 * the fixture of the local services answers `fetch` until the process ends.
 * @param {string} path
 */
export const needsProcess = (path) => {
  const text = readFileSync(path, "utf8");
  const startsPrograms =
    /packages\/(local-services|server)\/test\//.test(path.replaceAll("\\", "/")) &&
    /buildBundle|openBundle|openWorld\("postgres"|support\/(command|postgres|program)\.ts/.test(text);
  return startsPrograms || /queryObjects|fixtures\/vitest\.ts/.test(text);
};
