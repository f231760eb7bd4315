import { signInWithEmailLink } from "@tallybin/identity";
import { useEffect, useState } from "react";
import { identityClient } from "../../identity/client/client.ts";
import { dropOobCode, type OobCode } from "../../identity/methods/oob-code.ts";
import { useSecondFactor } from "../../identity/second-factor/use-second-factor.ts";
import { useTask } from "../../identity/state/use-task.ts";
import { lastingValues } from "../../lib/site-data.ts";

/** Where the requesting page stores the address: under the name of Google's own examples. */
const KEY = "emailForSignIn";

const readKnownEmail = (): string => lastingValues.read(KEY) ?? "";

/** A browser may prerender a page in advance, which must not spend a code. */
function waitUntilShown(page: Document): Promise<void> {
  if (!("prerendering" in page) || page.prerendering !== true) return Promise.resolve();
  return new Promise((resolve) =>
    page.addEventListener("prerenderingchange", () => resolve(), { once: true }),
  );
}

/** Signs in with a mailed link, immediately if this browser knows its recipient. */
export function useEmailLink({ oobCode }: OobCode) {
  const [known] = useState(readKnownEmail);
  const { step: factor, withSecondFactor } = useSecondFactor();
  const task = useTask(async (email: string) => {
    await waitUntilShown(document);
    const identity = await identityClient();
    await withSecondFactor(async () => (await signInWithEmailLink(identity, { email, oobCode })).user);
    dropOobCode();
    lastingValues.remove(KEY);
  });
  const { start } = task;
  useEffect(() => {
    if (known !== "") void start(known);
  }, [known, start]);
  return { ...task, factor, known };
}
