/** Whether plain data says the same: a second look changes nothing most of the time, and then nobody is told. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
