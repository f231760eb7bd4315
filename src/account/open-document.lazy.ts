/**
 * The document client and the schema of what it reads, in a chunk of their own: loaded only when somebody is
 * signed in.
 */

import type { PublicConfig } from "@tallybin/contract";
import { createUserDocument } from "@tallybin/user-document";
import { absoluteUrl } from "../config/config.ts";
import { idToken } from "../identity/client.ts";
import { StoredUser } from "./stored-user.ts";

/**
 * Opens nothing yet: the first call or watch does. It counts on the device's clock, not on the local services', which
 * can be frozen: pauses between attempts are felt by a server, and must end.
 */
export const openDocument = ({ documents, identity }: PublicConfig, uid: string) =>
  createUserDocument({
    url: absoluteUrl(documents.url, window.location.origin),
    projectId: identity.projectId,
    uid,
    schema: StoredUser,
    getIdToken: idToken,
  });
