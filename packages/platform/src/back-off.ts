/** How long to wait after failures, in milliseconds. */
export type BackOff = {
  /** The wait after the first failure. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** How much each further failure multiplies it. Default: 2. */
  readonly factor?: number;
};

/** The wait after this many failures, in milliseconds. */
export const delayOf = (failures: number, { firstMs, longestMs, factor = 2 }: BackOff): number =>
  Math.min(firstMs * factor ** (failures - 1), longestMs);
