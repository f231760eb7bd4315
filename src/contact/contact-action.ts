import {
  CONTACT_COLUMNS,
  CONTACT_TAB,
  CONTACT_TAB_PARAMETER,
  toContactRequest,
} from "@tallybin/contract/contact";
import * as v from "valibot";
import { callApiCode } from "../api/call-api-code.ts";
import { siteConfig } from "../config/site-config.ts";
import { withinCodeLimit } from "../lib/code-limit.ts";
import { createEarlyForm } from "../lib/early-form.ts";
import { EmailAddress, readBySchema } from "../lib/field-schemas.ts";
import { contactTexts } from "./contact-texts.ts";

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

export type Outcome = { status: "sent" } | { status: "failed"; text: string };

/** The configured endpoint; adds the tab if the configuration omits it. */
function contactAddressOf(endpoint: string): URL {
  const url = new URL(endpoint, window.location.href);
  if (!url.searchParams.has(CONTACT_TAB_PARAMETER)) url.searchParams.set(CONTACT_TAB_PARAMETER, CONTACT_TAB);
  return url;
}

/** Appends one row to the spreadsheet. Never throws: every failure becomes a message for the banner. */
async function sendMessage(message: ContactMessage): Promise<Outcome> {
  let sentenceOf = (_error: unknown): string | undefined => "";
  try {
    const { ApiError, callApi } = await withinCodeLimit(callApiCode.load());
    sentenceOf = (error) => (error instanceof ApiError ? error.answer?.message : "");
    // The status alone shows that the message was accepted, because endpoints differ in their bodies.
    await callApi(contactAddressOf(siteConfig().contactEndpoint), v.unknown(), {
      method: "post",
      json: toContactRequest(message),
    });
    return { status: "sent" };
  } catch (error) {
    return { status: "failed", text: sentenceOf(error) || contactTexts.notSent };
  }
}

export const contactForm = createEarlyForm({
  fields: CONTACT_COLUMNS,
  read: (typed) => readBySchema(ContactMessage, typed),
  act: sendMessage,
  // The press loads the code again if this fails.
  prepare: () => void callApiCode.load().catch(() => undefined),
});
