import { valibotResolver } from "@hookform/resolvers/valibot";
import { createFormControl } from "react-hook-form";
import { ContactMessage } from "./contact-message.ts";

/**
 * The form's behavior: validation on submit, then on each change, with the focus on the first invalid field. In its
 * own chunk and outside React, so that it can take over fields that are already on the page, with their typed text.
 */
export const createContactControl = () =>
  createFormControl<ContactMessage>({
    resolver: valibotResolver(ContactMessage),
    mode: "onSubmit",
    reValidateMode: "onChange",
    shouldFocusError: true,
  });

export { keepDraft } from "./contact-draft.ts";
export { sendMessage } from "./send-message.ts";
export type ContactControl = ReturnType<typeof createContactControl>;
