"use client";
import { createIdentityClient, type IdentityState } from "@tallybin/identity";
import { useSyncExternalStore } from "react";

export const identity = createIdentityClient({ apiKey: "demo-key", projectId: "demo-project" });
const onServer: IdentityState = { status: "unknown" };

/** The session's state. A component renders again after each change. */
export const useIdentity = (): IdentityState =>
  useSyncExternalStore(identity.subscribe, identity.getState, () => onServer);
