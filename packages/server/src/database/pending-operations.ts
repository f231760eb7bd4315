/** The operations that wait for the database, each with its start time. */
export function createPendingOperations() {
  // Insertion order, so the first is the oldest.
  const startTimes = new Set<{ at: number }>();
  return {
    async track<T>(work: () => Promise<T>): Promise<T> {
      const started = { at: performance.now() };
      startTimes.add(started);
      try {
        return await work();
      } finally {
        startTimes.delete(started);
      }
    },
    oldestMs(): number {
      const [oldest] = startTimes;
      return oldest === undefined ? 0 : performance.now() - oldest.at;
    },
  };
}
