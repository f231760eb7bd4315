import { valibotResolver } from "@hookform/resolvers/valibot";
import { createFormControl } from "react-hook-form";
import { ContactMessage } from "./contact-message.ts";

/**
 * The form's behaviour: checked on submit, again on each change, the first invalid field focused. In a chunk of its
 * own and made outside React, so that it can join fields which are on the page already, with what was typed in them.
 */
export const createContactControl = () =>
  createFormControl<ContactMessage>({
    resolver: valibotResolver(ContactMessage),
    mode: "onSubmit",
    reValidateMode: "onChange",
    shouldFocusError: true,
  });

export type ContactControl = ReturnType<typeof createContactControl>;
