import fc from "fast-check";

const DATABASE = "projects/demo-tallybin/databases/(default)";
export const ROOT = `/v1/${DATABASE}/documents`;
const nameOf = (uid: string) => `${DATABASE}/documents/users/${uid}`;

export type Command = {
  method: string;
  path: string;
  as: "ada" | "bea" | "owner" | "nobody";
  body?: unknown;
};

const one = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const uid = fc.oneof({ weight: 5, arbitrary: one("ada") }, { weight: 1, arbitrary: one("bea") });
const as = fc.oneof(
  { weight: 12, arbitrary: one<Command["as"]>("ada") },
  { weight: 3, arbitrary: one<Command["as"]>("owner") },
  { weight: 2, arbitrary: one<Command["as"]>("bea", "nobody") },
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  one<unknown>(
    { stringValue: "text" },
    { stringValue: "" },
    { integerValue: "7" },
    { integerValue: 8 },
    { doubleValue: 1.5 },
    { booleanValue: true },
    { nullValue: null },
    { timestampValue: "2026-01-15T12:00:00Z" },
    { bytesValue: "AAEC" },
    { geoPointValue: { latitude: 1, longitude: 2 } },
    { arrayValue: { values: [{ stringValue: "a" }, { integerValue: "1" }] } },
    { arrayValue: {} },
    { mapValue: { fields: { inner: { stringValue: "x" } } } },
    { mapValue: {} },
  ),
  // Wrong on purpose.
  fc.oneof(
    { weight: 12, arbitrary: one<unknown>({ integerValue: "1" }) },
    { weight: 1, arbitrary: one<unknown>({ integerValue: "x" }, {}, { stringValue: 5 }, "text") },
  ),
);
const fieldName = one("name", "count", "list", "map", "createdAt");
const fields = fc.dictionary(fieldName, value, { maxKeys: 3 });
const mask = fc.uniqueArray(one("name", "count", "list", "map", "map.inner", "absent"), { maxLength: 3 });
const precondition = fc.option(one<unknown>({ exists: true }, { exists: false }), {
  nil: undefined,
  freq: 3,
});
const transform = fc.oneof(
  fc.record({ fieldPath: fieldName, increment: one<unknown>({ integerValue: "2" }, { doubleValue: 0.5 }) }),
  fc.record({ fieldPath: fieldName, maximum: one<unknown>({ integerValue: "9" }) }),
  fc.record({
    fieldPath: fieldName,
    appendMissingElements: one<unknown>({ values: [{ stringValue: "a" }] }),
  }),
  fc.record({ fieldPath: fieldName, removeAllFromArray: one<unknown>({ values: [{ stringValue: "a" }] }) }),
);
const present = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, item]) => item !== undefined)) as Partial<T>;

const write = fc
  .record({
    uid,
    kind: one("update", "merge", "delete", "transform"),
    fields,
    mask,
    transforms: fc.array(transform, { minLength: 1, maxLength: 2 }),
    currentDocument: precondition,
  })
  .map(({ uid, kind, fields, mask, transforms, currentDocument }) => {
    const name = nameOf(uid);
    if (kind === "delete") return present({ delete: name, currentDocument });
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
const query = (name: string, paths: readonly string[]) =>
  paths.map((path) => `${name}=${encodeURIComponent(path)}`);
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
