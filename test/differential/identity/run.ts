import { options } from "../options.ts";
import { findAll } from "../report.ts";
import { sequences } from "./commands.ts";
import { createComparison } from "./comparison.ts";

const { run, counts, close } = await createComparison();
const kinds = await findAll(sequences(options.length), run);
console.info(
  `identity: ${options.sequences} sequences, ${counts()}, seed ${options.seed}: ${kinds} undeclared differences`,
);
close();
process.exit(kinds === 0 ? 0 : 1);
