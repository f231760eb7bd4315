import * as v from "valibot";
import { lastingValues } from "../lib/site-data.ts";

/** The identity in the messages: a random ID, and the user's ID after a sign-in. Exists only after consent. */
const Visitor = v.object({ anonymousId: v.string(), userId: v.optional(v.string()) });
export type Visitor = v.InferOutput<typeof Visitor>;

const KEY = "analytics-visitor";

const createStranger = (): Visitor => ({ anonymousId: crypto.randomUUID() });

/** The stored visitor. @param known returned and stored if there is none, for example because the browser blocks storage */
export const readVisitor = (known: Visitor = createStranger()): Visitor =>
  lastingValues.readJson(KEY, Visitor) ?? writeVisitor(known);

export function writeVisitor(visitor: Visitor): Visitor {
  lastingValues.write(KEY, JSON.stringify(visitor));
  return visitor;
}

export const createVisitor = (): Visitor => writeVisitor(createStranger());

export function forgetVisitor(): void {
  lastingValues.remove(KEY);
}
