type Save = { value: string; base: string; others: Save[] };
type Kept = { possible: Set<string>; running: Set<Save>; isUncertain: boolean };

/** The names that users have saved in their documents, as far as their pages know. */
export function createSavedNames(fail: (rule: string, text: string) => void) {
  const users = new Map<string, Kept>();
  const keptOf = (uid: string): Kept => {
    const kept = users.get(uid) ?? { possible: new Set(), running: new Set(), isUncertain: false };
    users.set(uid, kept);
    return kept;
  };
  return {
    /**
     * A page begins to save a name. Returns the function that tells the outcome: `saved`, `conflict`, or `unknown`, after
     * which the service may still get the name.
     * @param base the name that the page showed when the user began to type
     */
    began(uid: string, value: string, base: string): (outcome: "saved" | "conflict" | "unknown") => void {
      const kept = keptOf(uid);
      const own: Save = { value, base, others: [] };
      const [only] = kept.possible;
      const isCertain = kept.possible.size === 1 && kept.running.size === 0 && !kept.isUncertain;
      const mustConflict = isCertain && only !== base && only !== value;
      kept.running.add(own);
      return (outcome) => {
        kept.running.delete(own);
        if (outcome === "conflict") return;
        if (outcome === "saved" && mustConflict)
          fail("a save never overwrites what another page has saved", `"${value}" replaces "${only}"`);
        if (outcome === "saved") {
          const other = own.others.find((each) => each.value !== base && each.base !== value);
          if (other && !kept.isUncertain && kept.running.size === 0 && own.others.length === 1)
            fail("of two saves at a time, one learns of the other", `"${value}" and "${other.value}"`);
          for (const each of kept.running) each.others.push(own);
        }
        const isAlone = outcome === "saved" && kept.running.size === 0 && isCertain;
        if (isAlone) kept.possible.clear();
        kept.possible.add(value);
        kept.isUncertain ||= outcome === "unknown";
      };
    },
    /** After the faults have stopped: what the service holds is one of the names that it may hold. */
    agree(uid: string, stored: string | undefined): void {
      const { possible, running, isUncertain } = keptOf(uid);
      // A page that closed during a save tells no outcome.
      const mayHold = [...possible, ...[...running].map(({ value }) => value)];
      if (possible.size === 0 || (stored !== undefined && mayHold.includes(stored))) return;
      if (stored === undefined && isUncertain) return;
      fail("an acknowledged save is kept", `the service has "${stored}"`);
    },
    users: (): Iterable<string> => users.keys(),
  };
}
