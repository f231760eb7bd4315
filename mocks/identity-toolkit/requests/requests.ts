import type { ServiceContext } from "../../core/service-context.ts";
import type { Answer, Call } from "../../http/router.ts";
import { schemaOf, type ValueOf } from "../../http/wire.ts";
import requests from "./requests.json" with { type: "json" };

/**
 * The requests of Google's API by the names of their methods, a sample of each. Most fields are those of Google's
 * discovery document in its order, by which its parser checks them. Those that no operation reads are refused with a
 * wrong type too.
 * @see https://identitytoolkit.googleapis.com/$discovery/rest?version=v2
 */
export type RequestName = keyof typeof requests;
export type RequestBody<Name extends RequestName> = ValueOf<(typeof requests)[Name]>;

/** @param run gets a parsed body and throws the API's error codes */
export const defineOperation = <Name extends RequestName, Result extends Answer | Promise<Answer>>(
  name: Name,
  run: (context: ServiceContext, body: RequestBody<Name>, call: Call) => Result,
) => ({ schema: schemaOf(requests[name]), run });
