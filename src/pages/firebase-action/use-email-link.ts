import { signInWithEmailLink } from "@tallybin/identity";
import { useEffect, useState } from "react";
import { identityClient } from "../../identity/client/client.ts";
import { dropOobCode, type OobCode } from "../../identity/methods/oob-code.ts";
import { useSecondFactor } from "../../identity/second-factor/use-second-factor.ts";
import { useTask } from "../../identity/state/use-task.ts";
import { lastingValues } from "../../lib/site-data.ts";
import { waitUntilShown } from "./when-on-view.ts";

/** Where the requesting page stores the address: under the name of Google's own examples. */
const KEY = "emailForSignIn";

const readKnownEmail = (): string => lastingValues.read(KEY) ?? "";

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
