type Save = { value: string; base: string; others: Save[] };

/** The names that users save in their documents, as far as their pages know. */
export function createSavedNames(fail: (rule: string, text: string) => void) {
  /** The saves of each user that have not ended. A page that closes during a save tells no outcome. */
  const running = new Map<string, Set<Save>>();
  /** The users with a save whose outcome is unknown. The service may still get the name. */
  const uncertain = new Set<string>();
  return {
    /**
     * A page begins to save a name. Returns the function that tells the outcome.
     * @param base the name that the page showed when the user began to type
     */
    began(uid: string, value: string, base: string): (outcome: "saved" | "conflict" | "unknown") => void {
      const beside = running.get(uid) ?? new Set();
      running.set(uid, beside);
      const own: Save = { value, base, others: [] };
      beside.add(own);
      return (outcome) => {
        beside.delete(own);
        if (outcome === "unknown") uncertain.add(uid);
        if (outcome !== "saved") return;
        const other = own.others.find((each) => each.value !== base && each.base !== value);
        if (other && !uncertain.has(uid) && beside.size === 0 && own.others.length === 1)
          fail("of two saves at a time, one learns of the other", `"${value}" and "${other.value}"`);
        for (const each of beside) each.others.push(own);
      };
    },
  };
}
