import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { jsonResponse } from "../http/body.ts";
import { type Call, createRouteFactory, createRouter } from "../http/router.ts";
import type { Service } from "../serving/serve.ts";
import { Rows } from "./sheets.ts";

/** A third party's "spreadsheet as an API": appends rows and returns JSON that the client ignores. */
function appendRows({ sheets }: ServiceContext, { fields, params, url }: Call): Response {
  const rows = v.safeParse(Rows, fields);
  const tab = url.searchParams.get("tabId");
  if (!rows.success || !tab) return jsonResponse({ error: "Expected a list of rows and a tab." }, 400);
  sheets.append(params["sheet"] ?? "", tab, rows.output);
  return jsonResponse({ message: "Successfully Inserted" });
}

/** The product's one call to a service that is neither Google's nor its own. */
export const spreadsheets: Service = {
  router: createRouter([createRouteFactory("sheets", "open")("POST", "/api/sheets/:sheet", appendRows)]),
  rawNames: true,
};
