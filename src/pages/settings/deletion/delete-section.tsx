import { readEmail } from "@tallybin/contract/typed-text";
import { deleteUser, forUser, getIdTokenClaims, IdentityError } from "@tallybin/identity";
import { prepareDeletion } from "../../../account/document-actions.ts";
import type { User } from "../../../account/user.ts";
import { Address } from "../../../components/address/address.tsx";
import { TextField } from "../../../components/text-field/text-field.tsx";
import { identityClient } from "../../../identity/client/client.ts";
import { noteSignOut } from "../../../identity/client/sign-out.ts";
import { notices } from "../../../identity/state/notices.ts";
import { useTask } from "../../../identity/state/use-task.tsx";
import { useForm } from "../../../lib/use-form.ts";
import { Outcome, SettingsForm, SettingsRow } from "../section/section.tsx";
import { farewellTexts, rowTexts, deletionTexts as texts } from "../section/settings-texts.tsx";

const FIELD = "delete-confirmation";

/** Asks the user to type a confirmation, because this is the only change here that can't be undone. */
export function DeleteSection({ user }: { user: User }) {
  const task = useDeleteAccount(user.uid);
  const wanted = user.email ?? texts.word;
  const form = useForm<{ [FIELD]: string }>({
    fields: [FIELD],
    read: ({ [FIELD]: typed }) => {
      const given = (user.email === undefined ? undefined : readEmail(typed).address) ?? typed.trim();
      const isRight = given.toLowerCase() === wanted.toLowerCase();
      return isRight ? { values: { [FIELD]: given } } : { problems: { [FIELD]: texts.wrong(wanted) } };
    },
    act: () => void task.start(undefined),
  });
  const { name, error } = form.field(FIELD);
  return (
    <SettingsRow id="delete" texts={texts} value={texts.irreversible} action={rowTexts.delete}>
      <SettingsForm button={texts.button} destructive busy={task.isBusy} form={form}>
        <TextField
          name={name}
          error={error && <Address text={error} />}
          label={<Address text={texts.field(wanted)} />}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </SettingsForm>
      <Outcome user={user} task={task} />
    </SettingsRow>
  );
}

/** The service counts a sign-in as recent for five minutes. Asking slightly earlier avoids a request in vain. */
const RECENT_S = 4 * 60;
const MAX_TRIES = 3;
const PAUSE_MS = 2_000;

/** Retries what a short outage interrupts: once the account is gone, the user cannot try again. */
async function deleteWithRetries(deleteData: () => Promise<void>): Promise<boolean> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const isDone = await deleteData().then(
      () => true,
      () => false,
    );
    if (isDone) return true;
    if (tries < MAX_TRIES) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}

/**
 * Deletes the account, and then its stored document: if the account cannot be deleted, name and plan are still there.
 * The page's guard then opens the sign-in page, which confirms the deletion.
 */
export const useDeleteAccount = (uid: string) =>
  useTask(async () => {
    const own = forUser(await identityClient(), uid);
    // Both times come from the service, because this device's clock may be wrong.
    const { auth_time: provedAtS, iat: issuedAtS } = await getIdTokenClaims(own, { forceRefresh: true });
    if (!(issuedAtS - Number(provedAtS) <= RECENT_S)) throw new IdentityError("requires-recent-login");
    const deleteData = await prepareDeletion(uid);
    noteSignOut(); // the user leaves the page permanently, and gets no immediate passkey prompt
    await deleteUser(own);
    const isDone = await deleteWithRetries(deleteData);
    const { deleted, dataLeft, title } = farewellTexts;
    notices.set(undefined, {
      reader: "signed-out",
      tone: isDone ? "success" : "notice",
      text: isDone ? deleted : dataLeft,
      title,
    });
  });
