import * as v from "valibot";
import { isEmailAddress } from "../lib/is-email-address.ts";
import { contactTexts } from "./contact-texts.tsx";

const requiredText = (message: string) =>
  v.pipe(
    v.string(),
    v.check((text) => text.trim() !== "", message),
  );

/** The form's values, sent as typed. */
export const ContactMessage = v.object({
  name: v.string(),
  email: v.pipe(requiredText(contactTexts.emailMissing), v.check(isEmailAddress, contactTexts.emailInvalid)),
  message: requiredText(contactTexts.messageMissing),
});
export type ContactMessage = v.InferOutput<typeof ContactMessage>;

export type ContactField = keyof ContactMessage;
