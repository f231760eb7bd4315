/** One array of a session: its number and content. */
export type NumberedArray = [id: number, payload: unknown[]];

/** WebChannel's framing: the length in UTF-16 code units (JavaScript's `length`), a line feed, and the JSON. */
export const frame = (content: unknown): string => {
  const text = JSON.stringify(content);
  return `${text.length}\n${text}`;
};
