import type * as v from "valibot";

/** The part of a valibot schema that this file reads: valibot's own, documented members. */
type Shape = {
  type: string;
  entries?: Record<string, Shape>;
  item?: Shape;
  wrapped?: Shape;
  options?: readonly (string | Shape)[];
  literal?: unknown;
  pipe?: readonly { type: string; requirement?: unknown }[];
  key?: Shape;
  value?: Shape;
  rest?: Shape;
  items?: readonly Shape[];
};

const LIMITS: Record<string, string> = {
  min_value: "minimum",
  max_value: "maximum",
  min_length: "minLength",
  max_length: "maxLength",
};

const limitsOf = ({ pipe = [] }: Shape): object =>
  Object.fromEntries(
    pipe.flatMap(({ type, requirement }) =>
      LIMITS[type] === undefined ? [] : [[LIMITS[type], requirement]],
    ),
  );

/** Describes the kinds of schemas that these packages use, in terms of JSON Schema. */
function describe(shape: Shape): object {
  switch (shape.type) {
    case "object":
    case "strict_object":
    case "loose_object": {
      const entries = Object.entries(shape.entries ?? {});
      const required = entries.filter(([, { type }]) => type !== "optional").map(([name]) => name);
      return {
        type: "object",
        properties: Object.fromEntries(entries.map(([name, entry]) => [name, describe(entry)])),
        ...(required.length > 0 && { required }),
      };
    }
    case "optional":
      return describe(shape.wrapped ?? shape);
    case "nullable":
      return { anyOf: [describe(shape.wrapped ?? shape), { type: "null" }] };
    case "array":
      return { type: "array", items: shape.item ? describe(shape.item) : {} };
    case "picklist":
      return { enum: shape.options };
    case "literal":
      return { const: shape.literal };
    case "union":
    case "variant":
      return { anyOf: (shape.options ?? []).map((option) => describe(option as Shape)) };
    case "record":
      return { type: "object", additionalProperties: shape.value ? describe(shape.value) : {} };
    case "string":
    case "number":
    case "boolean":
      return { type: shape.type, ...limitsOf(shape) };
    default:
      return {};
  }
}

/** Describes a schema in terms of JSON Schema. */
export const describeSchema = (schema: v.GenericSchema): object => describe(schema as unknown as Shape);
