import * as v from "valibot";
import { ApiError, assert, notImplemented } from "../../http/api-error.ts";
import type { Call } from "../../http/call.ts";
import { flag, int64, list, oneOf, record, text } from "../../http/wire.ts";
import type { ServiceContext } from "../../service-context.ts";
import { accountFromUpload, Upload } from "./upload.ts";

export const BatchCreateBody = record({
  users: v.optional(list(Upload)),
  allowOverwrite: v.optional(flag),
  sanityCheck: v.optional(flag),
});

/**
 * Uploads accounts. One that does not fit is reported by its index and does not stop the others.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/batchCreate
 */
export function batchCreate(context: ServiceContext, body: v.InferOutput<typeof BatchCreateBody>): object {
  const { users = [], allowOverwrite = false } = body;
  assert(users.length > 0, "MISSING_USER_ACCOUNT");
  const error = users.flatMap((user, index) => {
    try {
      accountFromUpload(context, user, allowOverwrite);
      return [];
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      return [{ index, message: cause.message }];
    }
  });
  return { kind: "identitytoolkit#UploadAccountResponse", error };
}

export const BatchDeleteBody = record({ localIds: v.optional(list(text)), force: v.optional(flag) });
const MAX_BATCH = 1000;

/**
 * Deletes accounts that are disabled, or any by force.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/batchDelete
 */
export function batchDelete(
  { identity }: ServiceContext,
  body: v.InferOutput<typeof BatchDeleteBody>,
): object {
  const { localIds = [], force = false } = body;
  assert(localIds.length > 0 && localIds.length <= MAX_BATCH, "LOCAL_ID_LIST_EXCEEDS_LIMIT");
  const errors = localIds.flatMap((localId, index) => {
    const account = identity.account(localId);
    if (account && !account.disabled && !force)
      return [{ index, localId, message: "NOT_DISABLED : Disable the account before batch deletion." }];
    identity.remove(localId);
    return [];
  });
  return errors.length > 0 ? { errors } : {};
}

const byUid = (one: { localId: string }, other: { localId: string }): number =>
  one.localId < other.localId ? -1 : 1;

/**
 * Downloads accounts, page by page, in the order of their IDs. `maxResults=-1` gives all at once, as in the emulator.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/batchGet
 */
export function batchGet({ identity }: ServiceContext, { url }: Call): object {
  const asked = Math.floor(Number(url.searchParams.get("maxResults"))) || 20;
  const after = url.searchParams.get("nextPageToken") ?? "";
  const rest = identity
    .accounts()
    .filter(({ localId }) => localId > after)
    .sort(byUid);
  const users = asked < 0 ? rest : rest.slice(0, Math.min(asked, MAX_BATCH));
  const last = users.at(-1)?.localId;
  return {
    kind: "identitytoolkit#DownloadAccountResponse",
    users,
    ...(users.length < rest.length && last !== undefined && { nextPageToken: last }),
  };
}

const SORT_FIELDS = [
  "SORT_BY_FIELD_UNSPECIFIED",
  "USER_ID",
  "NAME",
  "CREATED_AT",
  "LAST_LOGIN_AT",
  "USER_EMAIL",
] as const;

export const QueryBody = record({
  returnUserInfo: v.optional(flag),
  limit: v.optional(int64),
  offset: v.optional(int64),
  sortBy: v.optional(oneOf(SORT_FIELDS)),
  order: v.optional(oneOf(["ORDER_UNSPECIFIED", "ASC", "DESC"])),
  expression: v.optional(
    list(record({ email: v.optional(text), userId: v.optional(text), phoneNumber: v.optional(text) })),
  ),
});

const DEFAULT_LIMIT = 500;

/**
 * Finds accounts, or counts them with `returnUserInfo: false`.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/query
 */
export function query({ identity }: ServiceContext, body: v.InferOutput<typeof QueryBody>): object {
  const { expression = [], sortBy = "USER_ID" } = body;
  if (sortBy !== "USER_ID" && sortBy !== "SORT_BY_FIELD_UNSPECIFIED")
    throw notImplemented("Only sorting by USER_ID is implemented.");
  const matching = identity
    .accounts()
    .filter(
      (account) =>
        expression.length === 0 ||
        expression.some(
          ({ email, userId, phoneNumber }) =>
            (email !== undefined && account.email === email.toLowerCase()) ||
            (userId !== undefined && account.localId === userId) ||
            (phoneNumber !== undefined && account.phoneNumber === phoneNumber),
        ),
    );
  const recordsCount = String(matching.length);
  if (body.returnUserInfo === false) return { recordsCount };
  const sorted = matching.sort(byUid);
  if (body.order === "DESC") sorted.reverse();
  const offset = Number(body.offset ?? 0);
  return { recordsCount, userInfo: sorted.slice(offset, offset + Number(body.limit ?? DEFAULT_LIMIT)) };
}
