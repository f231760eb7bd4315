import {
  CONTACT_TAB,
  CONTACT_TAB_PARAMETER,
  type ContactMessage,
  toContactRequest,
} from "@tallybin/contract/contact";
import * as v from "valibot";
import { ApiError, callApi } from "../api/call-api.ts";
import { contactTexts } from "./contact-texts.tsx";

export type Outcome = { status: "sent" } | { status: "failed"; text: string };

/** The configured endpoint; adds the tab if the configuration omits it. */
function contactAddressOf(endpoint: string): URL {
  const url = new URL(endpoint, window.location.href);
  if (!url.searchParams.has(CONTACT_TAB_PARAMETER)) url.searchParams.set(CONTACT_TAB_PARAMETER, CONTACT_TAB);
  return url;
}

/** Appends one row to the spreadsheet. Never throws: every failure becomes a message for the banner. */
export async function sendMessage(endpoint: string, message: ContactMessage): Promise<Outcome> {
  try {
    // The status alone shows that the message was accepted, because endpoints differ in their bodies.
    await callApi(contactAddressOf(endpoint), v.unknown(), {
      method: "post",
      json: toContactRequest(message),
    });
    return { status: "sent" };
  } catch (error) {
    return { status: "failed", text: (error instanceof ApiError && error.sentence) || contactTexts.notSent };
  }
}
