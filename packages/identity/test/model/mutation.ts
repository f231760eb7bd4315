import type { Rules } from "./session/machine.ts";

/**
 * A seeded fault: in the client's own source, or in the part of the store, runner or browser that the model
 * represents.
 */
export type Mutation = { name: string; fault?: number } & (
  | {
      file: string;
      find: string;
      replace: string;
    }
  | { rule: keyof Rules }
);
