/** One array of a session: its number and content. */
export type NumberedArray = [id: number, payload: unknown[]];

/** WebChannel's framing: the length in UTF-16 code units, which is what JavaScript calls a string's length. */
export const frame = (content: unknown): string => {
  const text = JSON.stringify(content);
  return `${text.length}\n${text}`;
};
