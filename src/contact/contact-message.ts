import * as v from "valibot";

const filled = (message: string) =>
  v.pipe(
    v.string(),
    v.check((text) => text.trim() !== "", message),
  );

/** What the form takes; sent as it was typed. No check of the address beyond its being there. */
export const ContactMessage = v.object({
  name: v.string(),
  email: filled("Please enter an email address"),
  message: filled("Please enter a message"),
});
export type ContactMessage = v.InferOutput<typeof ContactMessage>;

export type ContactField = keyof ContactMessage;
