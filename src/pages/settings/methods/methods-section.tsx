import { LANGUAGE } from "@tallybin/contract/company";
import { type ProviderId, providerIds } from "@tallybin/contract/providers";
import type { User } from "../../../account/user.ts";
import { PopupNotice } from "../../../components/popup-notice/popup-notice.tsx";
import { signInMethodName } from "../../../config/providers.ts";
import { siteConfig } from "../../../config/site-config.ts";
import { unlinkMethod } from "../../../identity/methods/account-methods.ts";
import { usePopup } from "../../../identity/methods/use-popup.ts";
import { useTask } from "../../../identity/state/use-task.ts";
import { type Item, type ItemAction, ItemList } from "../section/item-list.tsx";
import { describeLastMethod, isLastMethod } from "../section/last-method.ts";
import { Outcome, SettingsRow } from "../section/section.tsx";
import { methodFailureTexts, rowTexts, methodTexts as texts } from "../section/settings-texts.tsx";

/** What a method becomes. */
type MethodChange = { providerId: ProviderId; isLinked: true } | { providerId: string; isLinked: false };

const allOf = new Intl.ListFormat(LANGUAGE, { type: "conjunction" });

/** The texts of the removal. A password is removed, and a service is unlinked. */
const removalTextsFor = (providerId: string) =>
  providerId === "password"
    ? { button: texts.remove, label: texts.removeOne, done: texts.isRemoved }
    : { button: texts.unlink, label: texts.unlinkFrom, done: texts.isUnlinked };

const doneTextFor = ({ providerId, isLinked }: { providerId: string; isLinked: boolean }) => {
  const name = signInMethodName(providerId);
  return isLinked ? texts.isLinked(name) : removalTextsFor(providerId).done(name);
};

export function MethodsSection({ user }: { user: User }) {
  const { uid } = user;
  const { open: popup, run } = usePopup();
  const task = useTask(async (change: MethodChange) => {
    if (change.isLinked) await run("linkWithPopup", change.providerId, { uid });
    else await unlinkMethod(uid, change.providerId, (present) => isLastMethod(present, change.providerId));
  });
  const { latest } = task;
  const linked = user.providerData;
  const isLinked = (id: string) => linked.some(({ providerId }) => providerId === id);
  const offered = providerIds.filter((id) => siteConfig().providers.includes(id) && !isLinked(id));

  const linkedItemOf = ({
    providerId,
    email,
    displayName,
    phoneNumber,
  }: User["providerData"][number]): Item => {
    const name = signInMethodName(providerId);
    const { button, label } = removalTextsFor(providerId);
    const unlink: ItemAction = {
      text: button,
      label: label(name),
      // Only a password needs confirmation; a service can be linked again by a click.
      question: providerId === "password" ? texts.passwordRemoval : undefined,
      run: () => void task.start({ providerId, isLinked: false }),
    };
    return {
      id: providerId,
      name,
      detail: email ?? phoneNumber ?? displayName ?? texts.linked,
      ...(isLastMethod(user, providerId) ? { note: describeLastMethod(user) } : { action: unlink }),
    };
  };
  const offeredItemOf = (providerId: ProviderId): Item => ({
    id: providerId,
    name: signInMethodName(providerId),
    detail: texts.notLinked,
    action: {
      text: texts.link,
      label: texts.linkWith(signInMethodName(providerId)),
      isRunning: popup?.provider === providerId,
      run: () => void task.start({ providerId, isLinked: true }),
    },
    below: popup?.provider === providerId && <PopupNotice popup={popup} />,
  });
  return (
    <SettingsRow
      id="methods"
      texts={texts}
      value={
        linked.length > 0
          ? allOf.format(linked.map((method) => signInMethodName(method.providerId)))
          : texts.none
      }
      action={rowTexts.manage}
    >
      <ItemList items={[...linked.map(linkedItemOf), ...offered.map(offeredItemOf)]} busy={task.isBusy} />
      <Outcome
        user={user}
        task={task}
        texts={latest?.isLinked ? methodFailureTexts : { "operation-not-allowed": describeLastMethod(user) }}
        saved={latest && isLinked(latest.providerId) === latest.isLinked && doneTextFor(latest)}
      />
    </SettingsRow>
  );
}
