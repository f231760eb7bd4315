import { IdentityError } from "../errors.ts";
import type { Platform } from "../options.ts";

/** Past this, storage counts as unavailable: a hanging database must not hold up a page. */
const DEADLINE_MS = 3000;

/** Gives a touch of storage its time, and one name to whatever goes wrong with it. */
export const withinDeadline = <T>(
  platform: Pick<Platform, "setTimeout">,
  operation: Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const fail = (cause?: unknown) => reject(new IdentityError("storage-unavailable", { cause }));
    const stopTimer = platform.setTimeout(fail, DEADLINE_MS);
    operation.then(resolve, fail).finally(stopTimer);
  });
