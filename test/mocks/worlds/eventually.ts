/** Checks a condition after each iteration of the event loop until it holds. */
export async function eventually(condition: () => boolean, turns = 1000): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    if (condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("it did not happen");
}
