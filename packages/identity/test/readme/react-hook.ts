"use client";
import { createIdentityClient, type IdentityState } from "@tallybin/identity";
import { serverCustody } from "@tallybin/identity/custody";
import { useSyncExternalStore } from "react";

export const identity = createIdentityClient({
  apiKey: "demo-key",
  projectId: "demo-project",
  custody: serverCustody({ url: "/api/session" }), // omit it to keep sessions in the browser
  localServices: "http://localhost:9099", // omit it in production
});
const onServer: IdentityState = { status: "unknown" };

/** The session's state. A component renders again after each change. */
export const useIdentity = (): IdentityState =>
  useSyncExternalStore(identity.subscribe, identity.getState, () => onServer);
