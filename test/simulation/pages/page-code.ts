import { codeWith, type Fault, type Scope } from "../../../packages/identity/test/support/load-code.ts";

export type PageEntry = typeof import("./entry.ts");
/** Runs the site's code as a new page does. `given` has the packages that run with the page's own clock and storage. */
export type PageCode = (scope: Required<Scope>) => PageEntry;

const ENTRY = "test/simulation/pages/entry.ts";
const GIVEN = ["@tallybin/identity", "@tallybin/identity/custody", "@tallybin/user-document"];

/** The present code, or a copy with one fault. */
export async function loadPageCode(fault?: Fault): Promise<PageCode> {
  const code = codeWith(fault, GIVEN);
  await code.prepare(ENTRY);
  return (scope) => code.start(scope)(ENTRY) as PageEntry;
}

let present: Promise<PageCode> | undefined;
/** The code of this release. */
export const presentPageCode = (): Promise<PageCode> => {
  present ??= loadPageCode();
  return present;
};
