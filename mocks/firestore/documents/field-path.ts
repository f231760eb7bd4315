import { invalidArgument } from "./errors.ts";
import { bytesOf, MAX_NAME_BYTES } from "./name.ts";
import { type Container, type Fields, isReservedName, isVector, type Value } from "./value.ts";

export type FieldPath = readonly string[];

/** One segment of a path: an identifier, or any text in backquotes. */
const SEGMENT = /([A-Za-z_][A-Za-z_0-9]*)|`((?:[^`\\]|\\.)+)`/y;

/** Reads `profile.name` or `` `a-b`.c ``. @throws {FirestoreError} INVALID_ARGUMENT */
export const parseFieldPath = (text: string): FieldPath => {
  const path: string[] = [];
  let at = 0;
  do {
    SEGMENT.lastIndex = at;
    const match = SEGMENT.exec(text);
    if (!match) throw invalidArgument(`Invalid property path "${text}".`);
    path.push(match[1] ?? (match[2] ?? "").replace(/\\(.)/g, "$1"));
    at = SEGMENT.lastIndex + 1;
  } while (text[at - 1] === ".");
  if (at - 1 !== text.length) throw invalidArgument(`Invalid property path "${text}".`);
  const reserved = path.find(isReservedName);
  // A mask may contain the document's name, although it is no field.
  if (reserved !== undefined && text !== "__name__")
    throw invalidArgument(`Invalid reserved name in field path ${reserved}`);
  return path;
};

/** Reads the paths of a mask. @throws {FirestoreError} INVALID_ARGUMENT */
export const parseMask = (paths: readonly string[]): FieldPath[] =>
  paths.map((text) => {
    const path = parseFieldPath(text);
    // Each name counts with a separator, as in Google's emulator.
    if (path.reduce((bytes, name) => bytes + bytesOf(name) + 1, 0) > MAX_NAME_BYTES)
      throw invalidArgument(`property path is longer than ${MAX_NAME_BYTES} bytes.`);
    return path;
  });

const fieldsOfMap = (value: Value | undefined): Fields | undefined => {
  const { mapValue } = (value ?? {}) as Container;
  return mapValue && !isVector({ mapValue }) ? (mapValue.fields ?? {}) : undefined;
};
const mapValue = (fields: Fields): Value => ({ mapValue: Object.keys(fields).length > 0 ? { fields } : {} });

export const valueAt = (fields: Fields, [name = "", ...rest]: FieldPath): Value | undefined => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (rest.length === 0) return value;
  const inner = fieldsOfMap(value);
  return inner && valueAt(inner, rest);
};

/** The fields with one value set, or removed if it is undefined. Replaces any value that blocks the path. */
export const withValueAt = (
  fields: Fields,
  [name = "", ...rest]: FieldPath,
  value: Value | undefined,
): Fields => {
  const { [name]: old, ...others } = fields;
  if (rest.length === 0) return value === undefined ? others : { ...fields, [name]: value };
  const inner = fieldsOfMap(old);
  // Removing below a missing field changes nothing.
  if (value === undefined && !inner) return fields;
  return { ...fields, [name]: mapValue(withValueAt(inner ?? {}, rest, value)) };
};

export const selectFields = (fields: Fields, paths: readonly string[] | undefined): Fields =>
  paths === undefined
    ? fields
    : parseMask(paths).reduce<Fields>((kept, path) => {
        const value = valueAt(fields, path);
        return value === undefined ? kept : withValueAt(kept, path, value);
      }, {});
