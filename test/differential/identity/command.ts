import type fc from "fast-check";

/** A placeholder for a value of an earlier response: each side has its own. */
export type Ref = { $ref: string; index: number };
export type Command =
  | { kind: "advance"; seconds: number }
  | {
      kind: "call";
      operation: string;
      method: string;
      path: string;
      access: "key" | "owner" | "none" | "bad";
      type: string;
      body: unknown;
    };

/** One method of the API, with the possible fields of its body. */
export type Shape = {
  operation: string;
  method?: string;
  path: string;
  access: "key" | "owner" | "none";
  body?: fc.Arbitrary<unknown>;
  weight?: number;
};
