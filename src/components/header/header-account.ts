/** The header's view of the session. `unknown` reserves the room of the other two. */
export type HeaderAccount =
  | { status: "unknown" }
  | { status: "signed-out" }
  | { status: "signed-in"; name: string; picture?: string };
