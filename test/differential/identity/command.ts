import type fc from "fast-check";

/** Stands for a value that an earlier answer had: both sides have their own. */
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

/** One method of the API, and what its body may have. */
export type Shape = {
  operation: string;
  method?: string;
  path: string;
  access: "key" | "owner" | "none";
  body?: fc.Arbitrary<unknown>;
  weight?: number;
};
