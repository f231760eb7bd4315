import { DOCUMENTS_STORIES } from "./documents.ts";
import { PAGES_STORIES } from "./pages.ts";
import { SERVER_STORIES } from "./server.ts";
import { SESSIONS_STORIES } from "./sessions.ts";
import { STORAGE_STORIES } from "./storage.ts";
import type { Story } from "./story.ts";

export { SCENARIOS } from "./scenarios.ts";
export { type Story, step } from "./story.ts";

/** The present code breaks no rule with any of these. Many have once broken one in it. */
export const STORIES: readonly Story[] = [
  ...STORAGE_STORIES,
  ...SESSIONS_STORIES,
  ...DOCUMENTS_STORIES,
  ...SERVER_STORIES,
  ...PAGES_STORIES,
];
