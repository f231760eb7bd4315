import * as v from "valibot";

/** Who the messages are about: a random name, and who that turned out to be. Exists only after consent. */
const Visitor = v.object({ anonymousId: v.string(), userId: v.optional(v.string()) });
export type Visitor = v.InferOutput<typeof Visitor>;

const KEY = "analytics-visitor";

const stranger = (): Visitor => ({ anonymousId: crypto.randomUUID() });

export function readVisitor(): Visitor {
  try {
    const stored = v.safeParse(Visitor, JSON.parse(localStorage.getItem(KEY) ?? "null"));
    if (stored.success) return stored.output;
  } catch {
    // Without storage, every visit is a stranger's.
  }
  return writeVisitor(stranger());
}

export function writeVisitor(visitor: Visitor): Visitor {
  try {
    localStorage.setItem(KEY, JSON.stringify(visitor));
  } catch {}
  return visitor;
}

export const newVisitor = (): Visitor => writeVisitor(stranger());

export function forgetVisitor(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {}
}
