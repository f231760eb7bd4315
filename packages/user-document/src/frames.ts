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
      const lineEnd = rest.indexOf("\n");
      const head = lineEnd < 0 ? rest : rest.slice(0, lineEnd);
      if (!/^\d{0,9}$/.test(head)) throw new SyntaxError("not a frame");
      const end = lineEnd + 1 + Number(head);
      if (lineEnd < 0 || rest.length < end) return frames;
      frames.push(JSON.parse(rest.slice(lineEnd + 1, end)));
      rest = rest.slice(end);
    }
  };
};
