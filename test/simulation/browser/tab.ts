import type { IdentityClient } from "../../../packages/identity/src/client/client-parts.ts";
import type { Page } from "./page.ts";

/** A tab with its present page. */
export type Tab = { number: number; page: Page; client: IdentityClient };

export const TABS = 4;
