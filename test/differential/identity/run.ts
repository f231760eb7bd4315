import { options } from "../options.ts";
import { findAll } from "../report.ts";
import { sequences } from "./commands.ts";
import { createComparison } from "./comparison.ts";
import { createOddValueCommands } from "./odd-values.ts";

const { run, counts, close, openApi } = await createComparison();
const odd = new Set<string>();
for (const command of createOddValueCommands(openApi)) {
  const finding = await run([command]);
  if (!finding || odd.has(finding.key)) continue;
  odd.add(finding.key);
  console.info(`\nUNDECLARED  ${finding.key}\n  ${JSON.stringify(command)}`);
  for (const line of finding.lines) console.info(`    Google | ours  ${line}`);
}
const kinds = await findAll(sequences(options.length), run);
console.info(
  `identity: odd values in every field and ${options.sequences} sequences, ${counts()}, seed ${options.seed}: ${odd.size} and ${kinds} undeclared differences`,
);
close();
process.exit(odd.size + kinds === 0 ? 0 : 1);
