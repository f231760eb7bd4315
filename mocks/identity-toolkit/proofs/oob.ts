import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert } from "../../http/api-error.ts";
import type { Call } from "../../http/router.ts";
import { html } from "../../pages/html.ts";
import { OOB_KINDS, type OobRecord, type OobType } from "../state/codes.ts";
import { greetingOf, type MailFacts, mailTexts, signatureOf, unnamedFactor } from "./mail-texts.ts";

function composeMail(type: OobType, facts: MailFacts, link: string) {
  const { subject, before, after } = mailTexts[type](facts);
  const paragraphs = [greetingOf(facts.person), before, link, after, ...signatureOf(facts.app)];
  return {
    subject,
    text: paragraphs.join("\n\n"),
    html: paragraphs
      .map((text) => html`<p>${text === link ? html`<a href="${link}">${link}</a>` : text}</p>`)
      .join("\n"),
  };
}

export type OobDraft = Pick<OobRecord, "requestType" | "email" | "newEmail" | "uid" | "mfaEnrollmentId">;

export const isAbsoluteUrl = (text: string): boolean => URL.canParse(text) && new URL(text).host !== "";

/**
 * Makes a single-use code and "mails" it to the address whose owner must act. For a change, that is the new address.
 * @see https://firebase.google.com/docs/auth/custom-email-handler (parameters of the link)
 */
export function mailOobCode(context: ServiceContext, call: Call, draft: OobDraft, continueUrl?: string) {
  const oobCode = context.random.code(54);
  const link = new URL(context.actionUrl ?? `${call.origin}/emulator/action`);
  link.searchParams.set("mode", OOB_KINDS[draft.requestType].mode);
  link.searchParams.set("lang", call.request.headers.get("x-firebase-locale") || "en");
  link.searchParams.set("oobCode", oobCode);
  link.searchParams.set("apiKey", call.url.searchParams.get("key") || "fake-api-key");
  if (context.world !== undefined) link.searchParams.set("world", context.world);
  if (continueUrl) link.searchParams.set("continueUrl", continueUrl);
  const lifetimeS = context.identity.settings.oobCodeLifetimeS[draft.requestType];
  const record = {
    ...draft,
    oobCode,
    oobLink: link.href,
    expiresAt: context.clock.now() + lifetimeS * 1000,
  };
  context.identity.oobCodes.set(oobCode, record);
  const { displayName = "", mfaInfo = [] } =
    (draft.uid === undefined
      ? context.identity.accountByEmail(draft.email)
      : context.identity.account(draft.uid)) ?? {};
  const added = mfaInfo.find(({ mfaEnrollmentId }) => mfaEnrollmentId === draft.mfaEnrollmentId);
  const facts = {
    app: context.projectId,
    person: displayName,
    email: draft.email,
    newEmail: draft.newEmail ?? "",
    factor: added?.displayName ?? added?.phoneInfo ?? unnamedFactor,
  };
  context.outbox.send({
    kind: "mail",
    to: draft.newEmail !== undefined && draft.requestType !== "RECOVER_EMAIL" ? draft.newEmail : draft.email,
    type: draft.requestType,
    ...composeMail(draft.requestType, facts, link.href),
    code: oobCode,
    actionLink: link.href,
    ...(draft.newEmail !== undefined && { newEmail: draft.newEmail }),
  });
  return record;
}

/**
 * The record of a usable code.
 * @throws {ApiError} INVALID_OOB_CODE for an unknown or used one, EXPIRED_OOB_CODE for an old one
 */
export function requireValidOobCode({ identity, clock }: ServiceContext, oobCode: string): OobRecord {
  const record = identity.oobCodes.get(oobCode);
  assert(record, "INVALID_OOB_CODE");
  if (record.expiresAt <= clock.now()) throw new ApiError("EXPIRED_OOB_CODE");
  return record;
}
