/**
 * Parses WebChannel's framing: a decimal length, a line feed, then that many UTF-16 code units of JSON, repeatedly.
 * Text may be split anywhere. Throws a SyntaxError on anything else, for example an HTML page.
 */
export const createFrameReader = (): ((text: string) => unknown[]) => {
  let rest = "";
  return (text) => {
    rest += text;
    const frames: unknown[] = [];
    for (;;) {
      const start = rest.indexOf("\n") + 1;
      const end = start + Number(rest.slice(0, start));
      // An invalid length makes `end` NaN and the comparison false; JSON.parse then throws.
      if (!start || rest.length < end) return frames;
      frames.push(JSON.parse(rest.slice(start, end)));
      rest = rest.slice(end);
    }
  };
};
