const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const BASE64_URL = `${LETTERS_AND_DIGITS}-_`;

/**
 * The one source of randomness. A seed makes everything repeatable: IDs, codes, failure scripts. Mulberry32 is
 * enough, because nothing here protects a secret.
 * @see https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
export function createRandom(seed?: number) {
  let state = (seed ?? crypto.getRandomValues(new Uint32Array(1))[0] ?? 1) >>> 0;
  const nextNumber = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const createTextSource = (alphabet: string) => (length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(nextNumber() * alphabet.length)]).join("");
  return {
    /** A number from 0 up to, but not including, 1. */
    next: nextNumber,
    id: createTextSource(LETTERS_AND_DIGITS),
    code: createTextSource(BASE64_URL),
    digits: createTextSource("0123456789"),
    /** The position in the sequence; undefined without a seed. */
    state: () => (seed === undefined ? undefined : state),
    restore: (value: number) => {
      state = value >>> 0;
    },
    /** Begins the sequence of the seed again; changes nothing without a seed. */
    reset: () => {
      state = (seed ?? state) >>> 0;
    },
  };
}
export type Random = ReturnType<typeof createRandom>;
