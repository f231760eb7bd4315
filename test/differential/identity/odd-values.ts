import * as v from "valibot";
import type { Command } from "./command.ts";
import { PROJECT } from "./sides.ts";

/** Values that a field takes only if its type allows them. */
const ODD: readonly unknown[] = [
  null,
  "",
  "x",
  "0",
  "1",
  "-1",
  "1.5",
  "1e3",
  "99999999999999999999",
  "true",
  0,
  1,
  -1,
  1.5,
  1e300,
  true,
  false,
  [],
  {},
];

const Reference = v.object({ $ref: v.string() });
const Content = v.object({ "application/json": v.object({ schema: v.unknown() }) });
const Body = v.object({ content: Content });
const Method = v.object({ operationId: v.string(), requestBody: v.optional(v.unknown()) });
const Schema = v.object({
  properties: v.optional(v.record(v.string(), v.unknown()), {}),
  items: v.optional(v.unknown()),
  additionalProperties: v.optional(v.unknown()),
});
const Document = v.object({
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.object({
    schemas: v.record(v.string(), v.unknown()),
    requestBodies: v.record(v.string(), v.unknown()),
  }),
});

/** Puts a value into the place of a field: `{ users: [{ email: value }] }`. */
type Place = (value: unknown) => unknown;

/** One call for each odd value in each field of each method of Google's discovery document. */
export function createOddValueCommands(openApi: unknown): Command[] {
  const { paths, components } = v.parse(Document, openApi);
  const resolve = (node: unknown): unknown => {
    if (!v.is(Reference, node)) return node;
    const [name = "", kind] = node.$ref.split("/").reverse();
    return components[kind === "schemas" ? kind : "requestBodies"][name];
  };
  /** The places of a schema's fields, at any depth. A schema within itself ends the search. */
  function placesOf(node: unknown, place: Place, above: readonly unknown[]): Place[] {
    const whole = resolve(node);
    const parsed = v.safeParse(Schema, whole);
    if (!parsed.success || above.includes(whole)) return [];
    const { properties, items, additionalProperties } = parsed.output;
    const inner: [unknown, Place][] = [
      ...Object.entries(properties).map(([name, field]): [unknown, Place] => [
        field,
        (value) => place({ [name]: value }),
      ]),
      ...(items === undefined ? [] : [[items, (value) => place([value])] satisfies [unknown, Place]]),
      ...(additionalProperties === undefined
        ? []
        : [[additionalProperties, (value) => place({ key: value })] satisfies [unknown, Place]]),
    ];
    return inner.flatMap(([field, at]) => [at, ...placesOf(field, at, [...above, whole])]);
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      const operation = v.safeParse(Method, described);
      if (!operation.success) return [];
      const { operationId, requestBody } = operation.output;
      const body = v.safeParse(Body, resolve(requestBody));
      if (!body.success || path.includes("/tenants")) return [];
      const { schema } = body.output.content["application/json"];
      const [service = "", ...names] = operationId.split(".");
      const host = service === "emulator" ? "" : `/${service}.googleapis.com`;
      return placesOf(schema, (value) => value, []).flatMap((place) =>
        ODD.map(
          (value): Command => ({
            kind: "call",
            operation: names.join("."),
            method: method.toUpperCase(),
            path: host + path.replace("{targetProjectId}", PROJECT).replace(/\{\w+\}/, "any.id"),
            access: path.includes("{targetProjectId}") ? "owner" : "key",
            type: "application/json",
            body: place(value),
          }),
        ),
      );
    }),
  );
}
