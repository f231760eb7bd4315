import * as v from "valibot";
import { isEmailAddress } from "../lib/is-email-address.ts";
import { contactTexts } from "./contact-texts.tsx";

const required = (message: string) =>
  v.pipe(
    v.string(),
    v.check((text) => text.trim() !== "", message),
  );

/** The form's values, sent as typed. */
export const ContactMessage = v.object({
  name: v.string(),
  email: v.pipe(required(contactTexts.emailMissing), v.check(isEmailAddress, contactTexts.emailInvalid)),
  message: required(contactTexts.messageMissing),
});
export type ContactMessage = v.InferOutput<typeof ContactMessage>;

export type ContactField = keyof ContactMessage;
