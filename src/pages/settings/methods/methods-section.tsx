import { LANGUAGE } from "@tallybin/contract/company";
import { providerIds } from "@tallybin/contract/providers";
import { useState } from "react";
import type { User } from "../../../account/user.ts";
import { Button } from "../../../components/button/button.tsx";
import { Confirm } from "../../../components/confirm/confirm.tsx";
import { PopupNotice } from "../../../components/popup-notice/popup-notice.tsx";
import { signInMethodName } from "../../../config/providers.ts";
import { siteConfig } from "../../../config/site-config.ts";
import { describeLastMethod, isLastMethod } from "../section/last-method.ts";
import { MethodRow } from "../section/method-row.tsx";
import { Outcome } from "../section/outcome.tsx";
import { methodTexts } from "../section/settings-failure-texts.ts";
import * as styles from "../section/settings-page.css.ts";
import { SettingsRow } from "../section/settings-row.tsx";
import { rowTexts, settingsTexts } from "../section/settings-texts.tsx";
import { useMethods } from "./use-methods.ts";

const texts = settingsTexts.methods;
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

/** All sign-in methods: those in use, and those that can be added. */
export function MethodsSection({ user }: { user: User }) {
  const task = useMethods(user.uid);
  const [asked, setAsked] = useState<string | undefined>(undefined);
  const [last, setLast] = useState({ providerId: "", isLinked: false });
  const isBusy = task.progress.status === "busy";
  const linked = user.providerData;
  const isLinked = (id: string) => linked.some(({ providerId }) => providerId === id);
  const offered = providerIds.filter((id) => siteConfig().providers.includes(id) && !isLinked(id));

  const unlink = (providerId: string) => {
    setAsked(undefined);
    setLast({ providerId, isLinked: false });
    void task.start({ kind: "unlink", providerId });
  };
  return (
    <SettingsRow
      id="methods"
      title={texts.title}
      value={
        linked.length > 0
          ? allOf.format(linked.map((method) => signInMethodName(method.providerId)))
          : texts.none
      }
      action={rowTexts.manage}
      intro={texts.intro}
    >
      <div className={styles.rows}>
        {linked.map(({ providerId, email, displayName, phoneNumber }) => (
          <MethodRow
            key={providerId}
            name={signInMethodName(providerId)}
            detail={email ?? phoneNumber ?? displayName ?? texts.linked}
            note={isLastMethod(user, providerId) ? describeLastMethod(user) : undefined}
            question={
              asked === providerId && (
                <Confirm
                  question={texts.passwordRemoval}
                  yes={removalTextsFor(providerId).button}
                  no={texts.keep}
                  onYes={() => unlink(providerId)}
                  onNo={() => setAsked(undefined)}
                />
              )
            }
          >
            {!isLastMethod(user, providerId) && (
              <Button
                variant="secondary"
                size="sm"
                disabled={isBusy}
                aria-label={removalTextsFor(providerId).label(signInMethodName(providerId))}
                // Only a password needs confirmation; a service can be linked again by a click.
                onClick={() => (providerId === "password" ? setAsked(providerId) : unlink(providerId))}
              >
                {removalTextsFor(providerId).button}
              </Button>
            )}
          </MethodRow>
        ))}
        {offered.map((provider) => (
          <MethodRow
            key={provider}
            name={signInMethodName(provider)}
            detail={texts.notLinked}
            question={task.popup?.provider === provider && <PopupNotice popup={task.popup} />}
          >
            <Button
              variant="secondary"
              size="sm"
              busy={task.popup?.provider === provider}
              disabled={isBusy}
              aria-label={texts.linkWith(signInMethodName(provider))}
              onClick={() => {
                setAsked(undefined); // close an open question about another method, because it may be outdated
                setLast({ providerId: provider, isLinked: true });
                void task.start({ kind: "link", provider });
              }}
            >
              {texts.link}
            </Button>
          </MethodRow>
        ))}
      </div>
      <Outcome
        user={user}
        task={task}
        texts={last.isLinked ? methodTexts : { "operation-not-allowed": describeLastMethod(user) }}
        saved={isLinked(last.providerId) === last.isLinked && doneTextFor(last)}
      />
    </SettingsRow>
  );
}
