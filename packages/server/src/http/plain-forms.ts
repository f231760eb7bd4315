import { CONTACT_COLUMNS, CONTACT_PATH } from "@tallybin/contract/contact";
import { NEWSLETTER_PATH } from "@tallybin/contract/newsletter";
import { invalidArgument } from "@tallybin/identity-server/errors/errors";
import { FORM_TYPE, headerPartsOf, readForm } from "@tallybin/identity-server/http/read-json";
import * as v from "valibot";
import { apiTexts } from "../server-texts.ts";
import { requireEmail } from "../text/typed-text.ts";
import { answerPage, renderParagraph } from "./answer-page.ts";

type Fields = Readonly<Record<string, string>>;

/** The forms that work without JavaScript, each with the JSON that its script would send. */
const FORMS: Readonly<Record<string, (fields: Fields) => unknown>> = {
  [NEWSLETTER_PATH]: ({ email, website }) => ({ email: requireEmail(email), website }),
  [CONTACT_PATH]: (fields) => {
    const email = requireEmail(fields["email"]);
    // A form's line breaks are CRLF, a script's are LF.
    const texts: Fields = { ...fields, email };
    return [CONTACT_COLUMNS.map((column) => (texts[column] ?? "").replaceAll("\r\n", "\n"))];
  },
};

export const isPlainForm = (request: Request, path: string): boolean =>
  Object.hasOwn(FORMS, path) &&
  headerPartsOf(request.headers.get("content-type") ?? "", ";")[0] === FORM_TYPE;

/** Refuses a form of another site's page: unlike JSON, it needs no CORS preflight. @throws ApiError `invalid-argument` */
export function refuseOtherSites(request: Request, ownOrigin: string): void {
  const origin = request.headers.get("origin");
  // A page cannot forge `Origin`, because the browser writes it. A proxy may replace `Host`.
  if (origin !== null && origin !== ownOrigin) throw invalidArgument(apiTexts.otherSite);
}

/** The request that the form's script would send. @throws as `refuseOtherSites` */
export async function toScriptRequest(request: Request, path: string, ownOrigin: string): Promise<Request> {
  refuseOtherSites(request, ownOrigin);
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  const body = JSON.stringify(FORMS[path]?.(Object.fromEntries(await readForm(request))));
  return new Request(request.url, { method: request.method, headers, body });
}

const Envelope = v.object({ status: v.string(), message: v.string() });

/** The endpoint's answer as a page. @param help what to do after an error */
export async function toAnswerPage(response: Response, help?: string): Promise<Response> {
  const { status, message } = v.parse(Envelope, await response.json());
  const body = status === "success" || !help ? "" : renderParagraph(help);
  const page = answerPage(message, body, response.status);
  for (const [name, value] of response.headers) if (!page.headers.has(name)) page.headers.set(name, value);
  return page;
}
