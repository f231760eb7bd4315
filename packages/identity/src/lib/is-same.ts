/** Whether two pieces of plain data are equal. Most lookups change nothing, and listeners are then not called. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
