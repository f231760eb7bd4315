import { accountLinkTexts, commonLinkTexts } from "@tallybin/contract/account-link-texts";
import {
  ACCOUNT_LINK_PATH,
  ACCOUNT_LINK_PURPOSES,
  type AccountLinkDetails,
  type AccountLinkMode,
  isAccountLinkMode,
} from "@tallybin/contract/account-links";
import { readForm } from "@tallybin/identity-server/http/read-json";
import { answerPage, renderButton, renderLink, renderParagraph } from "../http/answer-page.ts";
import type { ApiCall, ApiContext } from "../http/context.ts";
import { createLinkCookie } from "../http/mailed-link.ts";
import { refuseOtherSites } from "../http/plain-forms.ts";
import { RefusalError } from "./identity-service.ts";

type Link = { mode: AccountLinkMode; oobCode: string };

const cookie = createLinkCookie("account-link", ACCOUNT_LINK_PATH);
/** Within the limits of a cookie. The identity service's codes have 54 characters. */
const CODE = /^[\w-]{1,512}$/;
const SEPARATOR = ":";
/** Each use is a call to the identity service. */
const SCOPE = "account-link-client";

const toLink = (mode = "", oobCode = ""): Link | undefined =>
  isAccountLinkMode(mode) && CODE.test(oobCode) ? { mode, oobCode } : undefined;
const linkIn = (fields: URLSearchParams): Link | undefined =>
  toLink(fields.get("mode") ?? undefined, fields.get("oobCode") ?? undefined);

const createDeadPage = (text: string, status: number, mode?: AccountLinkMode): Response => {
  const { writeToUs, signIn } = commonLinkTexts;
  const way =
    mode === "recoverEmail" ? renderLink("/contact", writeToUs) : renderLink("/auth/signin", signIn);
  return answerPage(commonLinkTexts.dead, renderParagraph(text) + way, status);
};

/** @throws RefusalError `INVALID_OOB_CODE` also for a code with another purpose than its link */
async function fetchDetails({ identity }: ApiContext, { mode, oobCode }: Link): Promise<AccountLinkDetails> {
  const details = await identity.describeCode(oobCode);
  if (details && details.purpose !== ACCOUNT_LINK_PURPOSES[mode]) throw new RefusalError("INVALID_OOB_CODE");
  return details ?? {};
}

/** The page of a link that the identity service refuses. @throws an error of any other kind */
function createRefusalPage(error: unknown, mode: AccountLinkMode): Response {
  const { expired, used, taken } = accountLinkTexts[mode];
  const texts: Record<string, string | undefined> = {
    EXPIRED_OOB_CODE: expired,
    INVALID_OOB_CODE: used,
    EMAIL_EXISTS: taken,
    USER_NOT_FOUND: commonLinkTexts.gone,
    USER_DISABLED: commonLinkTexts.gone,
  };
  const text = error instanceof RefusalError ? texts[error.code] : undefined;
  if (text === undefined) throw error;
  return createDeadPage(text, 410, mode);
}

export async function getAccountLink(context: ApiContext, call: ApiCall): Promise<Response> {
  const { search, searchParams } = new URL(call.request.url);
  if (search !== "") {
    const link = linkIn(searchParams);
    if (!link) return createDeadPage(commonLinkTexts.incomplete, 400);
    return cookie.moveToken(context, link.mode + SEPARATOR + link.oobCode);
  }
  const link = toLink(...cookie.tokenIn(context, call).split(SEPARATOR));
  if (!link) return createDeadPage(commonLinkTexts.incomplete, 400);
  await context.countRequest(SCOPE, call.client);
  const { title, plan, otherwise, button } = accountLinkTexts[link.mode];
  try {
    const details = await fetchDetails(context, link);
    const text = renderParagraph(plan(details)) + renderParagraph(otherwise);
    // The press's request has the code of the page on which the button is: another link may have been opened meanwhile.
    return answerPage(title, text + renderButton(button, link), 200);
  } catch (error) {
    return createRefusalPage(error, link.mode);
  }
}

/** POST makes the link's change, once. @throws ApiError `invalid-argument` if a page of another site sent it */
export async function postAccountLink(context: ApiContext, call: ApiCall): Promise<Response> {
  refuseOtherSites(call.request, context.config.public.origin);
  const link = linkIn(await readForm(call.request));
  if (!link) return createDeadPage(commonLinkTexts.incomplete, 400);
  await context.countRequest(SCOPE, call.client);
  try {
    const details = await fetchDetails(context, link);
    await context.identity.applyCode(link.oobCode);
    const { doneTitle, done } = accountLinkTexts[link.mode];
    const body = renderParagraph(done(details)) + (await renderNextStep(context, link, details));
    return cookie.dropToken(context, answerPage(doneTitle, body, 200));
  } catch (error) {
    return createRefusalPage(error, link.mode);
  }
}

/** What the user does after a change that may answer an attack. */
async function renderNextStep({ identity }: ApiContext, { mode }: Link, { email }: AccountLinkDetails) {
  const choose = renderLink("/auth/forgotpass", commonLinkTexts.getNewPassword);
  if (mode === "revertSecondFactorAddition") return renderParagraph(commonLinkTexts.notYou) + choose;
  if (mode !== "recoverEmail" || email === undefined) return "";
  // The address is restored even if this mail cannot be sent.
  return (await identity.sendPasswordReset(email))
    ? renderParagraph(commonLinkTexts.resetSent)
    : renderParagraph(commonLinkTexts.choosePassword) + choose;
}
