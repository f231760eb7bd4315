/** Each chunk costs processor time, however short it is. */
const MAX_CHUNKS = 1_024;

export class TooLargeError extends Error {}

/**
 * Reads a body of unknown length. A larger one is not read completely: memory must not depend on another machine.
 * @throws TooLargeError beyond `maxBytes`
 */
export async function readChunks(body: AsyncIterable<Uint8Array> | null, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the remaining body.
    if (size > maxBytes || chunks.length === MAX_CHUNKS) throw new TooLargeError("the body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The text of another server's response. @throws TooLargeError beyond `maxBytes` */
export const readTextWithin = async ({ body }: Response, maxBytes: number): Promise<string> =>
  new TextDecoder().decode(await readChunks(body, maxBytes));
