import { bytesOf, pathOf } from "./name.ts";
import { type Container, type Fields, isVector, type Value } from "./value.ts";

const stringSize = (text: string): number => bytesOf(text) + 1;
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
const nameSize = (name: string): number => sum(pathOf(name).map(stringSize)) + 16;
const fieldsSize = (fields: Fields): number =>
  sum(Object.entries(fields).map(([name, value]) => stringSize(name) + valueSize(value)));

type Content = Container & { stringValue?: string; bytesValue?: string; referenceValue?: string };

function valueSize(value: Value): number {
  const { stringValue, bytesValue, referenceValue, arrayValue, mapValue } = value as Content;
  if (stringValue !== undefined) return stringSize(stringValue);
  if (bytesValue !== undefined) return atob(bytesValue).length;
  if (referenceValue !== undefined) return nameSize(referenceValue);
  if (isVector(value)) return 8 * value.mapValue.fields.value.arrayValue.values.length;
  // An empty container takes a byte.
  if (arrayValue) return Math.max(1, sum((arrayValue.values ?? []).map(valueSize)));
  if (mapValue) return Math.max(1, fieldsSize(mapValue.fields ?? {}));
  if ("geoPointValue" in value) return 16;
  return "booleanValue" in value || "nullValue" in value ? 1 : 8;
}

/**
 * The size of a document in bytes, as Firestore counts it.
 * @see https://firebase.google.com/docs/firestore/storage-size
 */
export const documentSize = (name: string, fields: Fields): number =>
  nameSize(name) + fieldsSize(fields) + 32;
