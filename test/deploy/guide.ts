/** One step of the deploy guide. */
export type Step = {
  text: string;
  /** The only code block that a pattern matches. @throws Error when the guide has none or several */
  block(pattern: RegExp): string;
};

const createStep = (name: string, text: string): Step => {
  const blocks = [...text.matchAll(/^```\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  return {
    text,
    block(pattern) {
      const [found, ...others] = blocks.filter((code) => pattern.test(code));
      if (found === undefined || others.length > 0)
        throw new Error(`${name} has ${found ? "several" : "no"} blocks with ${pattern}.`);
      return found;
    },
  };
};

/** Reads a section of the README by its title. */
export function readSection(readme: string, title: string): Step {
  const text = readme.split(/^## /m).find((section) => section.startsWith(`${title}\n`));
  if (text === undefined) throw new Error(`The README has no section ${title}.`);
  return createStep(`The section ${title}`, text);
}

/** Reads the numbered steps of the deploy guide, so that the trial runs exactly the guide. */
export function readGuide(readme: string): (number: number) => Step {
  const [, guide = ""] = readme.split(/^## From a Firebase project.*$/m);
  const [steps = ""] = guide.split(/^## /m);
  const parts = new Map(
    steps
      .split(/^(?=\*\*\d+\. )/m)
      .map((text) => [Number(/^\*\*(\d+)\. /.exec(text)?.[1] ?? 0), text] as const),
  );
  return (number) => {
    const text = parts.get(number);
    if (text === undefined) throw new Error(`The deploy guide has no step ${number}.`);
    return createStep(`Step ${number} of the deploy guide`, text);
  };
}

/** The sentence after step 7's block: the mode, the secret's name, and the command that makes the secret. */
export const SESSION_LINES = /add `SESSIONS=(\w+)` and `(\w+)=` with a third output of `([^`]+)`/;

/** The `NAME=value` lines of a block. A value for the reader to fill in is its comment: "# the output of: …". */
export const parseVariables = (block: string): { name: string; value: string; comment: string }[] =>
  block
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, name = "", value = "", comment = ""] = /^([A-Z_]+)=(\S*)(?:\s+# (.*))?$/.exec(line) ?? [];
      if (name === "") throw new Error(`No variable in the deploy guide: ${line}`);
      return { name, value, comment };
    });
