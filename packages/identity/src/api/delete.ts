import type { Http } from "../http/http.ts";

/**
 * Deletes the account an ID token belongs to.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/delete
 */
export const deleteAccount = async (http: Http, idToken: string): Promise<void> => {
  await http("v1/accounts:delete", { idToken });
};
