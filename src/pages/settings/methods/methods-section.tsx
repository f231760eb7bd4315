import { LANGUAGE } from "@tallybin/contract/company";
import { type ProviderId, providerIds } from "@tallybin/contract/providers";
import { useEffect, useEffectEvent, useRef } from "react";
import { hasPassword, type User } from "../../../account/user.ts";
import { Alert } from "../../../components/alert/alert.tsx";
import { PopupNotice } from "../../../components/popup-notice/popup-notice.tsx";
import { TextField } from "../../../components/text-field/text-field.tsx";
import { signInMethodName } from "../../../config/providers.ts";
import { siteConfig } from "../../../config/site-config.ts";
import { addPasskey, dropPasskey, unlinkMethod } from "../../../identity/methods/account-methods.ts";
import { deviceName } from "../../../identity/methods/device-name.ts";
import { passkeySupport } from "../../../identity/methods/passkey-support.ts";
import { usePopup } from "../../../identity/methods/use-popup.ts";
import { type Task, useTask } from "../../../identity/state/use-task.tsx";
import { useForm } from "../../../lib/use-form.ts";
import { enrolledItem, type Item, ItemList } from "../section/item-list.tsx";
import { Outcome, SettingsForm, SettingsRow } from "../section/section.tsx";
import { methodTexts, passkeyTexts, rowTexts } from "../section/settings-texts.tsx";

type MethodChange = { providerId: ProviderId; isLinked: true } | { providerId: string; isLinked: false };

const allOf = new Intl.ListFormat(LANGUAGE, { type: "conjunction" });

/** The texts of the removal. A password is removed, and a service is unlinked. */
const removalTextsFor = (providerId: string) =>
  providerId === "password"
    ? { button: methodTexts.remove, label: methodTexts.removeOne, done: methodTexts.isRemoved }
    : { button: methodTexts.unlink, label: methodTexts.unlinkFrom, done: methodTexts.isUnlinked };

const doneTextFor = ({ providerId, isLinked }: { providerId: string; isLinked: boolean }) => {
  const name = signInMethodName(providerId);
  return isLinked ? methodTexts.isLinked(name) : removalTextsFor(providerId).done(name);
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

  const linkedItemOf = (method: User["providerData"][number]): Item => {
    const { providerId, email, displayName, phoneNumber } = method;
    const name = signInMethodName(providerId);
    const { button, label } = removalTextsFor(providerId);
    const unlink = {
      text: button,
      label: label(name),
      // Only a password needs confirmation; a service can be linked again by a click.
      question: providerId === "password" ? methodTexts.passwordRemoval : undefined,
      run: () => void task.start({ providerId, isLinked: false }),
    };
    return {
      id: providerId,
      name,
      detail: email ?? phoneNumber ?? displayName ?? methodTexts.linked,
      ...(isLastMethod(user, providerId) ? { note: describeLastMethod(user) } : { action: unlink }),
    };
  };
  const offeredItemOf = (providerId: ProviderId): Item => ({
    id: providerId,
    name: signInMethodName(providerId),
    detail: methodTexts.notLinked,
    action: {
      text: methodTexts.link,
      label: methodTexts.linkWith(signInMethodName(providerId)),
      isRunning: popup?.provider === providerId,
      run: () => void task.start({ providerId, isLinked: true }),
    },
    below: popup?.provider === providerId && <PopupNotice popup={popup} />,
  });
  return (
    <SettingsRow
      id="methods"
      texts={methodTexts}
      value={
        linked.length > 0
          ? allOf.format(linked.map((method) => signInMethodName(method.providerId)))
          : methodTexts.none
      }
      action={rowTexts.manage}
    >
      <ItemList items={[...linked.map(linkedItemOf), ...offered.map(offeredItemOf)]} busy={task.isBusy} />
      <Outcome
        user={user}
        task={task}
        texts={
          latest?.isLinked ? methodTexts.failures : { "operation-not-allowed": describeLastMethod(user) }
        }
        saved={latest && isLinked(latest.providerId) === latest.isLinked && doneTextFor(latest)}
      />
    </SettingsRow>
  );
}

/** With the ID of a passkey, its removal. */
type PasskeyChange = { name: string; removedId?: string };

export function PasskeysSection({ user }: { user: User }) {
  const task = useTask(({ name, removedId }: PasskeyChange) =>
    removedId === undefined
      ? addPasskey(user.uid, name)
      : dropPasskey(user.uid, removedId, (present) => isLastMethod(present, removedId)),
  );
  const { removedId, name: changed = "" } = task.latest ?? {};
  const support = passkeySupport();
  if (support === "off" && user.passkeys.length === 0) return null;
  const note = user.passkeys.every(({ credentialId }) => isLastMethod(user, credentialId))
    ? describeLastMethod(user)
    : undefined;
  const passkeys = user.passkeys.map(({ credentialId: id, name = passkeyTexts.unnamed, enrolledAt }) => {
    const question = passkeyTexts.removal(name);
    const isRunning = task.isBusy && removedId === id;
    const run = () => void task.start({ name, removedId: id });
    return enrolledItem({ id, name, enrolledAt, question, note, isRunning, run });
  });
  return (
    <SettingsRow
      id="passkeys"
      texts={passkeyTexts}
      value={passkeyTexts.count(user.passkeys.length)}
      action={user.passkeys.length > 0 ? rowTexts.manage : rowTexts.add}
    >
      <ItemList items={passkeys} busy={task.isBusy} />
      {support === "supported" ? (
        <PasskeyAdd names={user.passkeys.map((passkey) => passkey.name ?? "")} task={task} />
      ) : (
        <Alert tone="notice">{passkeyTexts.unavailable[support]}</Alert>
      )}
      <Outcome
        user={user}
        task={task}
        texts={{ ...passkeyTexts.failures, "operation-not-allowed": describeLastMethod(user) }}
        saved={removedId === undefined ? passkeyTexts.isAdded(changed) : methodTexts.isRemoved(changed)}
      />
    </SettingsRow>
  );
}

/** A name that tells passkeys apart, prefilled with the browser's description of the device. */
function PasskeyAdd({ names, task }: { names: readonly string[]; task: Task<PasskeyChange> }) {
  const suggestion = deviceName(navigator.userAgent);
  const form = useForm<{ passkey: string }>({
    fields: ["passkey"],
    read: (typed) => ({ values: { passkey: typed.passkey.trim() || suggestion } }),
    act: ({ passkey: name }) => void task.start({ name }),
    initial: { passkey: suggestion },
  });
  const { length } = names;
  const count = useRef(length);
  const renewName = useEffectEvent((now: number) => {
    // This name has just been used. A second passkey with the same name would be indistinguishable.
    if (now > count.current && names.includes(form.typed().passkey.trim()))
      form.restart({ passkey: suggestion });
    count.current = now;
  });
  useEffect(() => renewName(length), [length]);
  return (
    <SettingsForm
      button={names.length > 0 ? passkeyTexts.addAnother : passkeyTexts.add}
      variant="secondary"
      busy={task.isBusy && task.latest?.removedId === undefined}
      disabled={task.isBusy}
      form={form}
    >
      <TextField {...form.field("passkey")} label={passkeyTexts.field} autoComplete="off" maxLength={100} />
    </SettingsForm>
  );
}

/** The methods that this site can sign the account in with: those it offers, so no phone number. */
function signInMethodIds({ providerData, passkeys }: User): string[] {
  const { providers, passkeys: offersPasskeys } = siteConfig();
  const offered: readonly string[] = ["password", ...providers];
  return [
    ...providerData.map(({ providerId }) => providerId).filter((id) => offered.includes(id)),
    ...(offersPasskeys ? passkeys.map(({ credentialId }) => credentialId) : []),
  ];
}

/**
 * Whether removing a sign-in method would lock the user out.
 * @param id a provider's ID, or a passkey's credential ID
 */
export const isLastMethod = (user: User, id: string): boolean =>
  signInMethodIds(user).every((method) => method === id);

const oneOf = new Intl.ListFormat(LANGUAGE, { type: "disjunction" });

/** Why the last sign-in method cannot be removed, and which methods of this site to add first. */
function describeLastMethod(user: User): string {
  const { providers, passkeys } = siteConfig();
  const linked = user.providerData.map(({ providerId }) => providerId);
  const isLinkable = providerIds.some((id) => providers.includes(id) && !linked.includes(id));
  const ways = [
    ...(hasPassword(user) ? [] : [methodTexts.setPassword]),
    ...(passkeys ? [user.passkeys.length > 0 ? methodTexts.addAnotherPasskey : methodTexts.addPasskey] : []),
    ...(isLinkable ? [methodTexts.linkAnother] : []),
  ];
  const first = oneOf.format(ways);
  return first === "" ? methodTexts.onlyWay : methodTexts.onlyWayFirst(first);
}
