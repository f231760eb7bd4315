/**
 * Reads WebChannel's framing: a decimal length, a line feed, then that many UTF-16 code units of JSON, over and
 * over. Text may be cut anywhere. Throws a SyntaxError on anything else, an HTML page for instance.
 */
export const createFrameReader = (): ((text: string) => unknown[]) => {
  let rest = "";
  return (text) => {
    rest += text;
    const frames: unknown[] = [];
    for (;;) {
      const start = rest.indexOf("\n") + 1;
      const end = start + Number(rest.slice(0, start));
      // A length that is none makes `end` no number, and the comparison false: JSON.parse then refuses.
      if (!start || rest.length < end) return frames;
      frames.push(JSON.parse(rest.slice(start, end)));
      rest = rest.slice(end);
    }
  };
};
