import * as v from "valibot";
import { EmailAddress } from "../lib/email-address.ts";
import { contactTexts } from "./contact-texts.tsx";

/** The form's values. All but the address are sent as typed. */
export const ContactMessage = v.object({
  name: v.string(),
  email: EmailAddress,
  message: v.pipe(
    v.string(),
    v.check((text) => text.trim() !== "", contactTexts.messageMissing),
  ),
});
export type ContactMessage = v.InferOutput<typeof ContactMessage>;

export type ContactField = keyof ContactMessage;
