import * as v from "valibot";

const filled = (message: string) =>
  v.pipe(
    v.string(),
    v.check((text) => text.trim() !== "", message),
  );

/** The form's values, sent as typed. The address is only checked for presence. */
export const ContactMessage = v.object({
  name: v.string(),
  email: filled("Please enter an email address"),
  message: filled("Please enter a message"),
});
export type ContactMessage = v.InferOutput<typeof ContactMessage>;

export type ContactField = keyof ContactMessage;
