import type { World } from "../../world.ts";

/** The emulator's number for every project. */
export const PROJECT_NUMBER = "12345";

/**
 * What a client may know of the project: which domains may sign people in. `projectId` is the project's number.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects (getProjects)
 */
export const projectConfig = (world: World): object => ({
  projectId: PROJECT_NUMBER,
  authorizedDomains: world.identity.settings.authorizedDomains,
});
