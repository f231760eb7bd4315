// `npm start`. No static imports and no syntax newer than 2017: an old Node must be able to parse this file, or its
// user gets a SyntaxError instead of the sentence below. Everything newer is imported after the check.

/** Oldest supported Node; a test compares it with "engines" in package.json. */
const OLDEST_MAJOR = 20;
const OLDEST_MINOR = 19;

const parts = process.versions.node.split(".");
const major = Number(parts[0]);
const isSupported = major > OLDEST_MAJOR || (major === OLDEST_MAJOR && Number(parts[1]) >= OLDEST_MINOR);

if (!isSupported) {
  process.stderr.write(
    `Node ${process.versions.node} is too old: install Node ${OLDEST_MAJOR}.${OLDEST_MINOR} or newer (https://nodejs.org).\n`,
  );
  process.exitCode = 1;
} else {
  import("./run-built.mjs")
    .then((module) => module.runBuilt("start"))
    .catch((error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    });
}
