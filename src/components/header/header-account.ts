/** The header's view of the session. While it is `unknown`, the header reserves space for the other two. */
export type HeaderAccount =
  | { status: "unknown" }
  | { status: "signed-out" }
  | { status: "signed-in"; name: string; picture?: string };
