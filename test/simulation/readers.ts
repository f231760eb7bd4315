export type Readers = ReturnType<typeof createReaders>;

type Parts = {
  /** Shows the document. Returns the function that ends it. */
  watch: () => () => void;
  later: (run: () => void, ms: number) => void;
};

/** The parts of a page that show its document: one nearly all the time, and others for a time. */
export function createReaders({ watch, later }: Parts) {
  let stop: (() => void) | undefined = watch();
  const goOn = (): void => {
    stop ??= watch();
  };
  return {
    isReading: (): boolean => stop !== undefined,
    /** The user goes to another part of the site, and comes back. */
    rest: (ms: number): void => {
      stop?.();
      stop = undefined;
      later(goOn, ms);
    },
    /** Another part of the page shows the document too. */
    add: (ms: number): void => later(watch(), ms),
    goOn,
  };
}
