import * as v from "valibot";
import { createUserDocument, type UserDocumentOptions } from "../src/index.ts";

const Profile = v.object({
  email: v.optional(v.string()),
  name: v.optional(v.string()),
  stripePriceId: v.optional(v.string()),
});
type Here = Omit<UserDocumentOptions<typeof Profile>, "schema">;

/** Shows a name as it changes. Returns a function that saves a name, and a function that stops showing it. */
export const showName = (here: Here, show: (text: string) => void) => {
  const document = createUserDocument({ ...here, schema: Profile });
  document.watch((state) => {
    if (state.status === "loading") show(state.error ? "still trying …" : "loading …");
    else if (state.status === "failed")
      show("Extra user data could not be fetched. Check the database setup.");
    else show(state.snapshot.exists ? (state.snapshot.data.name ?? "no name") : "no document yet");
  });
  const save = (name: string) => document.set({ name }, { merge: true });
  return { save, stop: document.dispose, tokenChanged: document.tokenChanged };
};
