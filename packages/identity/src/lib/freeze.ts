/** Freezes plain data deeply. */
export function freeze<T>(value: T): T {
  if (value instanceof Object) for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}
