import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert, notImplemented } from "../../http/api-error.ts";
import { parseBody } from "../../http/wire.ts";
import { defineOperation } from "../requests/requests.ts";
import { storeUploadedAccount } from "./account-files.ts";

function assertDistinct(keys: readonly string[], refusal: (key: string) => string): void {
  const twice = keys.find((key, index) => keys.indexOf(key) < index);
  if (twice !== undefined) throw new ApiError(refusal(twice));
}

/** The message of an error for one account of a batch. A batch has its own messages for wrong custom claims. */
function uploadErrorMessage(message: string): string {
  if (message === "INVALID_CLAIMS") return "Invalid custom claims provided.";
  if (message === "CLAIMS_TOO_LARGE") return "Custom claims provided are too large.";
  return message.startsWith("FORBIDDEN_CLAIM") ? "Custom claims provided include a reserved claim." : message;
}

/**
 * Uploads accounts. An invalid one is reported by its index and does not stop the others.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/batchCreate
 */
export const batchCreate = defineOperation("batchCreate", (context, body) => {
  const { users = [], allowOverwrite = false, sanityCheck = false } = body;
  const { allowDuplicateEmails } = context.identity.settings;
  assert(users.length > 0, "MISSING_USER_ACCOUNT");
  if (sanityCheck && !allowDuplicateEmails)
    assertDistinct(
      users.flatMap(({ email }) => email || []),
      (email) => `DUPLICATE_EMAIL : ${email}`,
    );
  if (sanityCheck)
    assertDistinct(
      users.flatMap(({ providerUserInfo = [] }) =>
        providerUserInfo.map(({ providerId, rawId }) => `Provider id(${providerId}), Raw id(${rawId})`),
      ),
      (provider) => `DUPLICATE_RAW_ID : ${provider}`,
    );
  if (!allowOverwrite)
    assertDistinct(
      users.map(({ localId = "" }) => localId),
      (localId) => `DUPLICATE_LOCAL_ID : ${localId}`,
    );
  const isSane = sanityCheck && !allowDuplicateEmails;
  const error = users.flatMap((user, index) => {
    try {
      storeUploadedAccount(context, user, { allowOverwrite, isSane });
      return [];
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      return [{ index, message: uploadErrorMessage(cause.message) }];
    }
  });
  return { kind: "identitytoolkit#UploadAccountResponse", error };
});

const MAX_BATCH = 1000;

/**
 * Deletes disabled accounts, or any with force.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/batchDelete
 */
export const batchDelete = defineOperation("batchDelete", ({ identity }, body) => {
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
});

const compareByUid = (one: { localId: string }, other: { localId: string }): number =>
  one.localId < other.localId ? -1 : 1;

const Page = v.pipe(
  v.object({ maxResults: v.optional(v.string()), nextPageToken: v.optional(v.string(), "") }),
  v.check(({ maxResults = "0" }) => /^-?\d+$/.test(maxResults), "must be integer"),
);

/**
 * Downloads accounts page by page, sorted by ID. `maxResults=-1` returns all at once, as in the emulator.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/batchGet
 */
export const batchGet = {
  schema: Page,
  run: ({ identity }: ServiceContext, { maxResults, nextPageToken }: v.InferOutput<typeof Page>): object => {
    const size = Math.min(Math.floor(Number(maxResults)) || 20, MAX_BATCH);
    const rest = identity
      .accounts()
      .filter(({ localId }) => localId > nextPageToken)
      .sort(compareByUid);
    // An exactly full page has a token too; the next page is empty.
    const isFull = size >= 0 && rest.length >= size;
    const users = isFull ? rest.slice(0, size) : rest;
    return {
      kind: "identitytoolkit#DownloadAccountResponse",
      users,
      ...(isFull && { nextPageToken: users.at(-1)?.localId }),
    };
  },
};

const DEFAULT_LIMIT = 500;

/**
 * Finds accounts, or counts them with `returnUserInfo: false`.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/query
 */
export const query = defineOperation("query", ({ identity }, body) => {
  const { expression = [], sortBy = "USER_ID" } = body;
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
  if (sortBy !== "USER_ID" && sortBy !== "SORT_BY_FIELD_UNSPECIFIED")
    throw notImplemented("Only sorting by USER_ID is implemented.");
  const sorted = matching.sort(compareByUid);
  if (body.order === "DESC") sorted.reverse();
  // 0 is no limit.
  const offset = Number(body.offset) || 0;
  return { recordsCount, userInfo: sorted.slice(offset, offset + (Number(body.limit) || DEFAULT_LIMIT)) };
});

/** The first version of the API named the project in the body. */
export const downloadAccount = defineOperation("downloadAccount", (context, { targetProjectId, ...page }) => {
  assert(targetProjectId, "INSUFFICIENT_PERMISSION");
  return batchGet.run(context, parseBody(Page, page));
});

export const uploadAccount = defineOperation(
  "uploadAccount",
  (context, { targetProjectId, ...body }, call) => {
    assert(targetProjectId, "INSUFFICIENT_PERMISSION");
    return batchCreate.run(context, body, call);
  },
);
