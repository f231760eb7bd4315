import { register } from "tsx/esm/api";

// `npm run pack`: the installable packages below dist/packages, each a folder and a tarball.
register();
import("../src/pack.ts")
  .then(({ main }) => main(process.argv.slice(2)))
  .catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  });
