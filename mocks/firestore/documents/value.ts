import * as v from "valibot";
import { FirestoreError, invalidArgument } from "./errors.ts";
import {
  bool,
  bytes,
  degreesSchema,
  double,
  int64,
  isNull,
  mapSchema,
  messageSchema,
  text,
  timestamp,
  toCamelCase,
} from "./scalars.ts";

/** One project's documents: names start with `projects/{project}/databases/{database}/documents/`. */
const DATABASE = /^projects\/([^/]+)\/databases\/([^/]+)$/;

/** Names that Firestore reserves, and names that a path cannot contain. */
const isReservedId = (id: string): boolean => id === "." || id === ".." || /^__.*__$/.test(id);

/** Whether a text is the full name of a document in any database. */
function isDocumentName(name: string): boolean {
  try {
    return assertDocumentName(name) === name;
  } catch {
    return false;
  }
}

/** Checks the full name of a document: an even number of segments below `documents`. */
const assertDocumentName = (name: string): string => {
  const segments = name.split("/");
  if (segments[0] !== "projects")
    throw invalidArgument(`Document name "${name}" lacks "projects" at index 0.`);
  if (segments[2] !== "databases" || segments[4] !== "documents")
    throw invalidArgument(`Document name "${name}" is not below a database.`);
  const path = segments.slice(5);
  if (path.length === 0 || path.length % 2 !== 0 || path.includes(""))
    throw invalidArgument(`Document name "${name}" has an odd number of segments or an empty one.`);
  const reserved = path.find(isReservedId);
  if (reserved !== undefined) throw invalidArgument(`Resource id "${reserved}" is reserved.`);
  return name;
};

/** A request is about one database. A name of another database is the caller's error. */
export const assertInDatabase = (database: string, name: string): string => {
  if (!DATABASE.test(database)) throw new FirestoreError("NOT_FOUND", "Not Found");
  if (!assertDocumentName(name).startsWith(`${database}/`))
    throw invalidArgument(`Document name "${name}" is not of database "${database}".`);
  return name;
};

/** A stored value, as on the wire: always exactly one member. */
export type Value = { [kind: string]: unknown };
export type Fields = { [name: string]: Value };

/** Google reserves names between double underscores. */
export const isReservedName = (name: string): boolean => /^__.*__$/.test(name);

const lazyValue = v.lazy((): v.GenericSchema<unknown, Value> => ValueSchema);

export const FieldsSchema: v.GenericSchema<unknown, Fields> = v.pipe(
  mapSchema(lazyValue),
  v.check((fields) => !Object.keys(fields).some((name) => name === "" || isReservedName(name))),
);

const optionalDegrees = (limit: number) => v.optional(degreesSchema(limit));
/** Protocol buffers do not print default values, and zero is one. */
const omitZeros = (place: Record<string, number | undefined>) =>
  Object.fromEntries(Object.entries(place).filter(([, degree]) => degree));

const KINDS: Record<string, v.GenericSchema> = {
  booleanValue: bool,
  integerValue: int64,
  doubleValue: double,
  timestampValue: timestamp,
  stringValue: text,
  bytesValue: bytes,
  referenceValue: v.pipe(v.string(), v.check(isDocumentName)),
  geoPointValue: v.pipe(
    messageSchema({ latitude: optionalDegrees(90), longitude: optionalDegrees(180) }),
    v.transform((place) => omitZeros(place)),
  ),
  arrayValue: v.pipe(
    messageSchema({ values: v.optional(v.array(lazyValue)) }),
    // Empty containers are printed without their member.
    v.transform(({ values }) => (values?.length ? { values } : {})),
  ),
  mapValue: v.pipe(
    messageSchema({ fields: v.optional(FieldsSchema) }),
    v.transform(({ fields }) => (fields && Object.keys(fields).length > 0 ? { fields } : {})),
  ),
};

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/Value */
export const ValueSchema: v.GenericSchema<unknown, Value> = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const [[name = "", wire] = [], more] =
      typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
    const kind = toCamelCase(name);
    if (more === undefined && kind === "nullValue" && isNull(wire)) return { nullValue: null };
    const schema = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
    const parsed = schema && more === undefined ? v.safeParse(schema, wire) : undefined;
    if (parsed?.success) return { [kind]: parsed.output };
    addIssue({ message: "must be a value of one known kind" });
    return NEVER;
  }),
);

const MAX_NESTING = 20;
type Container = { arrayValue?: { values?: Value[] }; mapValue?: { fields?: Fields } };
const childValuesOf = ({ arrayValue, mapValue }: Container): Container[] =>
  arrayValue?.values ?? Object.values(mapValue?.fields ?? {});

function isStorableAt(value: Container, depth: number): boolean {
  if (!value.arrayValue && !value.mapValue) return true;
  if (depth > MAX_NESTING) return false;
  return childValuesOf(value).every(
    (child) => !(value.arrayValue && child.arrayValue) && isStorableAt(child, depth + 1),
  );
}

/** Whether a document can have these fields: no array directly in an array, and at most twenty levels. */
export const areFieldsStorable = (fields: Fields): boolean =>
  Object.values(fields).every((value) => isStorableAt(value, 1));

export const DocumentFields = v.pipe(FieldsSchema, v.check(areFieldsStorable));
