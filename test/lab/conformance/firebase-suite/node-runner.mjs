/** Runs the specs of the first argument with mocha, and writes the results into the file of the second. */
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import Mocha from "mocha";

const [specs = "", answer = ""] = process.argv.slice(2);
const mocha = new Mocha({ timeout: 20_000, reporter: class {} });
mocha.suite.emit("pre-require", globalThis, specs, mocha);
await import(pathToFileURL(specs).href);
const results = [];
mocha
  .run(() => {
    writeFileSync(answer, JSON.stringify(results));
    process.exit();
  })
  .on("pass", (test) => results.push({ title: test.fullTitle(), state: "passed" }))
  .on("pending", (test) => results.push({ title: test.fullTitle(), state: "skipped" }))
  .on("fail", (test, error) =>
    results.push({ title: test.fullTitle(), state: "failed", error: error.message }),
  );
