import fc from "fast-check";
import { number, one, value } from "./values.ts";

const DATABASE = "projects/demo-project/databases/(default)";
export const ROOT = `/v1/${DATABASE}/documents`;
const nameOf = (uid: string) => `${DATABASE}/documents/users/${uid}`;

export type Command = {
  method: string;
  path: string;
  as: "ada" | "bea" | "owner" | "nobody";
  body?: unknown;
};

const uid = fc.oneof({ weight: 5, arbitrary: one("ada") }, { weight: 1, arbitrary: one("bea") });
const as = fc.oneof(
  { weight: 12, arbitrary: one<Command["as"]>("ada") },
  { weight: 3, arbitrary: one<Command["as"]>("owner") },
  { weight: 2, arbitrary: one<Command["as"]>("bea", "nobody") },
);
const fieldName = one("name", "count", "list", "map", "map.inner");
const fields = fc.dictionary(one("name", "count", "list", "map", "createdAt", "constructor"), value, {
  maxKeys: 3,
});
const mask = fc.uniqueArray(
  one<unknown>("name", "count", "list", "map", "map.inner", "absent", "constructor", "__name__", true),
  { maxLength: 3 },
);
const precondition = fc.option(one<unknown>({ exists: true }, { exists: false }), {
  nil: undefined,
  freq: 3,
});
const elements = fc.array(value, { maxLength: 2 }).map((values) => ({ values }));
const transform = fc.oneof(
  fc.record({ fieldPath: fieldName, increment: number }),
  fc.record({ fieldPath: fieldName, maximum: number }),
  fc.record({ fieldPath: fieldName, minimum: number }),
  fc.record({ fieldPath: fieldName, appendMissingElements: elements }),
  fc.record({ fieldPath: fieldName, removeAllFromArray: elements }),
  {
    weight: 1,
    arbitrary: one({ fieldPath: "name" }, { fieldPath: "__a__", increment: { integerValue: "1" } }),
  },
);
const present = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, item]) => item !== undefined)) as Partial<T>;

const write = fc
  .record({
    uid,
    kind: one("update", "merge", "delete", "transform", "verify"),
    fields,
    mask,
    transforms: fc.array(transform, { minLength: 1, maxLength: 2 }),
    currentDocument: precondition,
  })
  .map(({ uid, kind, fields, mask, transforms, currentDocument }) => {
    const name = nameOf(uid);
    if (kind === "delete") return present({ delete: name, currentDocument });
    if (kind === "verify") return present({ verify: name, currentDocument });
    if (kind === "transform")
      return present({
        update: { name, fields },
        updateMask: { fieldPaths: Object.keys(fields) },
        updateTransforms: transforms,
        currentDocument,
      });
    return present({
      update: { name, fields },
      currentDocument,
      updateMask: kind === "merge" ? { fieldPaths: mask } : undefined,
    });
  });

const commit = fc
  .record({ as, writes: fc.array(write, { minLength: 1, maxLength: 2 }) })
  .map(({ as, writes }): Command => ({ method: "POST", path: `${ROOT}:commit`, as, body: { writes } }));
const query = (name: string, paths: readonly unknown[]) =>
  paths.map((path) => `${name}=${encodeURIComponent(String(path))}`);
const get = fc.record({ as, uid, mask }).map(
  ({ as, uid, mask }): Command => ({
    method: "GET",
    path: `${ROOT}/users/${uid}?${query("mask.fieldPaths", mask).join("&")}`,
    as,
  }),
);
const patch = fc
  .record({ as, uid, fields, mask, exists: fc.option(fc.boolean(), { nil: undefined, freq: 3 }) })
  .map(
    ({ as, uid, fields, mask, exists }): Command => ({
      method: "PATCH",
      path: `${ROOT}/users/${uid}?${[...query("updateMask.fieldPaths", mask), ...(exists === undefined ? [] : [`currentDocument.exists=${exists}`])].join("&")}`,
      as,
      body: { fields },
    }),
  );
const remove = fc
  .record({ as, uid })
  .map(({ as, uid }): Command => ({ method: "DELETE", path: `${ROOT}/users/${uid}`, as }));
const batchGet = fc.record({ as, uids: fc.uniqueArray(uid, { minLength: 1, maxLength: 2 }) }).map(
  ({ as, uids }): Command => ({
    method: "POST",
    path: `${ROOT}:batchGet`,
    as,
    body: { documents: uids.map(nameOf) },
  }),
);

/** Calls of the protocol on two users' documents. */
export const sequences = (length: number): fc.Arbitrary<Command[]> =>
  fc.array(
    fc.oneof(
      { weight: 5, arbitrary: commit },
      { weight: 3, arbitrary: get },
      { weight: 3, arbitrary: patch },
      { weight: 1, arbitrary: remove },
      { weight: 2, arbitrary: batchGet },
    ),
    { minLength: 1, maxLength: length, size: "max" },
  );
