import { createHash } from "node:crypto";

const MOST_LINES = 400;
const DROPPED_LINES = 200;

/** What happened, without tokens: the same seed gives the same text. */
export function createEventLog(now: () => number) {
  const hash = createHash("sha256");
  const lines: string[] = [];
  return {
    /** Adds a line to what happened. */
    note: (text: string): void => {
      const line = `${now()} ${text}`;
      hash.update(`${line}\n`);
      lines.push(line);
      if (lines.length > MOST_LINES) lines.splice(0, DROPPED_LINES);
    },
    hash: (): string => hash.copy().digest("hex").slice(0, 16),
    lastLines: (): readonly string[] => lines,
  };
}
