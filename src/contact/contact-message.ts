import * as v from "valibot";
import { contactTexts } from "./contact-texts.tsx";

const filled = (message: string) =>
  v.pipe(
    v.string(),
    v.check((text) => text.trim() !== "", message),
  );

/** The form's values, sent as typed. The address is only checked for presence. */
export const ContactMessage = v.object({
  name: v.string(),
  email: filled(contactTexts.emailMissing),
  message: filled(contactTexts.messageMissing),
});
export type ContactMessage = v.InferOutput<typeof ContactMessage>;

export type ContactField = keyof ContactMessage;
