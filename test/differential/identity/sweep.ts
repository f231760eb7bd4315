import { createComparison } from "./comparison.ts";
import { createOddValueCommands } from "./odd-values.ts";

const { run, counts, close, openApi } = await createComparison();
const commands = createOddValueCommands(openApi);
const kinds = new Set<string>();
for (const command of commands) {
  const finding = await run([command]);
  if (!finding || kinds.has(finding.key)) continue;
  kinds.add(finding.key);
  console.info(`\nUNDECLARED  ${finding.key}\n  ${JSON.stringify(command)}`);
  for (const line of finding.lines) console.info(`    Google | ours  ${line}`);
}
console.info(`identity: odd values in every field, ${counts()}: ${kinds.size} undeclared differences`);
close();
process.exit(kinds.size === 0 ? 0 : 1);
