/** The search's data for each state: 64 bits of its canonical form, the move that reached it, and its parent. */
export function createVisited(expected = 1 << 16) {
  let capacity = expected;
  let low = new Uint32Array(capacity);
  let high = new Uint32Array(capacity);
  let parents = new Uint32Array(capacity);
  let moves = new Uint32Array(capacity);
  /** Open addressing. Twice as many slots as states keep probes short. A slot holds an index plus one. */
  let slots = new Uint32Array(capacity * 2);
  let size = 0;

  const grown = (array: Uint32Array<ArrayBuffer>) => {
    const next = new Uint32Array(capacity);
    next.set(array);
    return next;
  };
  const grow = () => {
    capacity *= 2;
    [low, high, parents, moves] = [grown(low), grown(high), grown(parents), grown(moves)];
    slots = new Uint32Array(capacity * 2);
    for (let index = 0; index < size; index += 1)
      slots[slotOf(low[index] as number, high[index] as number)] = index + 1;
  };

  /** The slot of a key, or the empty slot for it. */
  const slotOf = (lowPart: number, highPart: number): number => {
    const mask = slots.length - 1;
    let slot = (lowPart ^ Math.imul(highPart, 0x9e37_79b1)) & mask;
    for (let found = slots[slot] ?? 0; found !== 0; found = slots[slot] ?? 0) {
      if (low[found - 1] === lowPart && high[found - 1] === highPart) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  };

  return {
    size: () => size,
    /** The index of a new state, or -1 if it exists. `NO_PARENT` for a first state. */
    add: (text: string, parent: number, move: number): number => {
      const [lowPart, highPart] = hash(text);
      const slot = slotOf(lowPart, highPart);
      if (slots[slot] !== 0) return -1;
      low[size] = lowPart;
      high[size] = highPart;
      parents[size] = parent;
      moves[size] = move;
      size += 1;
      slots[slot] = size;
      if (size === capacity) grow();
      return size - 1;
    },
    has: (text: string): boolean => slots[slotOf(...hash(text))] !== 0,
    /** The moves from the first state to this one. */
    pathTo: (index: number): number[] => {
      const path: number[] = [];
      for (let at = index; parents[at] !== NO_PARENT; at = parents[at] ?? NO_PARENT)
        path.push(moves[at] ?? 0);
      return path.reverse();
    },
  };
}

export const NO_PARENT = 0xffff_ffff;

/** Two murmur-like mixes with different seeds: a collision among ten million states has a chance of about 3 in a million. */
function hash(text: string): [number, number] {
  let one = 0x9747_b28c;
  let two = 0x1b87_3593;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x5bd1_e995);
    one ^= one >>> 15;
    two = Math.imul(two ^ (code + 0x9e), 0x85eb_ca6b);
    two = ((two << 13) | (two >>> 19)) + 0xe654_6b64;
  }
  one = Math.imul(one ^ (one >>> 13), 0xc2b2_ae35);
  two = Math.imul(two ^ (two >>> 16), 0x27d4_eb2f);
  return [(one ^ (one >>> 16)) >>> 0, (two ^ (two >>> 15)) >>> 0];
}
