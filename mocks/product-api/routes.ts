import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { jsonResponse } from "../http/body.ts";
import { type Call, createRouteFactory, createRouter } from "../http/router.ts";
import { verifyIdToken } from "../identity-toolkit/tokens/tokens.ts";
import type { Service } from "../serving/serve.ts";

const Rows = v.array(v.array(v.string()));
const Subscription = v.object({ email: v.pipe(v.string(), v.trim(), v.minLength(1)) });

/** The envelope of the newsletter call: `status`, `code`, `message`, `data`. */
const errorResponse = (status: number, code: string, message: string): Response =>
  jsonResponse({ status: "error", code, message, data: null }, status);

/** A third party's "spreadsheet as an API": appends rows and returns JSON that the client ignores. */
function appendRows({ sheets }: ServiceContext, { fields, params, url }: Call): Response {
  const rows = v.safeParse(Rows, fields);
  const tab = url.searchParams.get("tabId");
  if (!rows.success || !tab) return jsonResponse({ error: "Expected a list of rows and a tab." }, 400);
  sheets.append(params["sheet"] ?? "", tab, rows.output);
  return jsonResponse({ message: "Successfully Inserted" });
}

/** The product's newsletter call: anonymous with the text `undefined` or no header, otherwise with a valid ID token. */
async function subscribeToNewsletter(context: ServiceContext, { fields, request }: Call): Promise<Response> {
  const body = v.safeParse(Subscription, fields);
  if (!body.success) return errorResponse(400, "invalid-argument", "Please enter an email address");
  const token = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  let uid: string | undefined;
  if (token !== undefined && token !== "undefined")
    try {
      uid = (await verifyIdToken(context, token)).account.localId;
    } catch {
      return errorResponse(401, "auth/invalid-user-token", "The sign-in of this request is not valid.");
    }
  context.sheets.subscribe(body.output.email, uid);
  return jsonResponse({
    status: "success",
    code: "ok",
    message: "You are now subscribed!",
    data: { subscribed: true },
  });
}

/** Replacements for the two product calls that no Google service answers, for tests without a server. */
export const productApi: Service = {
  router: createRouter([
    createRouteFactory("sheets", "open")("POST", "/api/sheets/:sheet", appendRows),
    createRouteFactory("newsletter", "open")("POST", "/api/newsletter", subscribeToNewsletter),
  ]),
  rawNames: true,
};
