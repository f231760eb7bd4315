import type { Account, MfaEnrollment } from "../identity-toolkit/state/account.ts";
import { type Html, html } from "../pages/html.ts";
import { type Addresses, renderButton, renderControl, renderItem } from "./controls.ts";
import { workbenchTexts } from "./workbench-texts.ts";

const texts = workbenchTexts.accounts;

export const renderAccountForm = (at: Addresses): Html =>
  html`<form class="fields" data-once ${renderControl({ call: at.call("POST", "accounts"), done: texts.created("{email}") })}>
<label>${texts.email}<input name="email" type="email" required autocomplete="off"></label>
<label>${texts.password} <small>${texts.passwordHint}</small><input name="password" minlength="6" autocomplete="off" value="correct horse battery"></label>
<label class="check"><input type="checkbox" name="emailVerified" value="true" data-off="false" checked>${texts.emailVerified}</label>
<button class="primary">${texts.create}</button>
</form>`;

const badgesOf = ({ providerUserInfo = [], mfaInfo = [], passkeyInfo = [], ...account }: Account): string[] =>
  [
    account.email !== undefined && (account.emailVerified ? texts.verified : texts.notVerified),
    ...providerUserInfo.map(({ providerId }) => providerId),
    ...passkeyInfo.map(({ name }) => texts.passkey(name)),
    providerUserInfo.length + passkeyInfo.length === 0 && texts.anonymous,
    ...mfaInfo.map(({ totpInfo }) => (totpInfo ? texts.app : texts.message)),
    account.disabled && texts.disabled,
  ].filter((badge) => typeof badge === "string");

/** The form's fields, by their names in `accounts:update` or in the control endpoint: label and type. */
const EDITABLE = {
  displayName: [texts.name, "text"],
  email: [texts.email, "email"],
  password: [texts.newPassword, "text"],
  phoneNumber: [texts.phone, "tel"],
  photoUrl: [texts.photo, "url"],
  customAttributes: [texts.claims, "text"],
  newProvider: [texts.newProvider, "text"],
  newFactor: [texts.newFactor, "tel"],
} as const;

function renderEditor(account: Account, name: string, call: string): Html {
  const values: Record<string, unknown> = { ...account };
  const fields = Object.entries(EDITABLE).map(
    ([field, [label, type]]) =>
      html`<label>${label}<input name="${field}" type="${type}" autocomplete="off" value="${String(values[field] ?? "")}"></label>`,
  );
  const id = `edit/${account.localId}`;
  return html`<details id="${id}"><summary data-key="${id}">${texts.edit}</summary>
<form class="fields" data-once ${renderControl({ call, done: texts.saved(name) })}>${fields}<button class="primary">${texts.save}</button></form></details>`;
}

function renderFactor(factor: MfaEnrollment, factors: readonly MfaEnrollment[], name: string, call: string) {
  const shown = factor.displayName ?? factor.phoneInfo ?? texts.app;
  const enrollments = factors.filter((other) => other !== factor);
  return renderButton(
    texts.remove(shown),
    texts.removeFactorOf(shown, name),
    { call, body: { mfa: { enrollments } }, done: texts.factorRemoved(shown, name) },
    `factor/${factor.mfaEnrollmentId}`,
  );
}

/** An account with everything that an administrator may change. */
export function renderAccount(account: Account, at: Addresses): Html {
  const { localId, email, emailVerified, disabled, providerUserInfo = [], mfaInfo = [] } = account;
  const name = email ?? account.phoneNumber ?? localId;
  const path = `accounts/${encodeURIComponent(localId)}`;
  const call = at.call("PATCH", path);
  const renderAction = (action: keyof typeof texts.actions, key: string, request: string, body?: object) => {
    const { label, done } = texts.actions[action];
    const control = { call: request, done: texts.said(name, done), ...(body && { body }) };
    return renderButton(label, texts.actionOf(label, name), control, `${key}/${localId}`);
  };
  const code = {
    call: at.call("GET", `totp?email=${encodeURIComponent(email ?? "")}`),
    done: texts.currentCode(name, "{code}", "{validForS}"),
  };
  const controls = html`<div class="row">
${email !== undefined && renderAction(emailVerified ? "unverify" : "verify", "verify", call, { emailVerified: !emailVerified })}
${renderAction(disabled ? "enable" : "disable", "disable", call, { disableUser: !disabled })}
${renderButton(texts.revoke, texts.revokeOf(name), { call, body: { revoke: true }, done: texts.revoked(name) })}
${mfaInfo.some(({ totpInfo }) => totpInfo) && renderButton(texts.code, texts.codeOf(name), code)}
${providerUserInfo.map(({ providerId }) =>
  renderButton(texts.unlink(providerId), texts.unlinkOf(providerId, name), {
    call,
    body: { deleteProvider: [providerId] },
    done: texts.unlinked(providerId, name),
  }),
)}
${mfaInfo.map((factor) => renderFactor(factor, mfaInfo, name, call))}
${(account.passkeyInfo ?? []).map((passkey) =>
  renderButton(
    texts.remove(texts.quoted(passkey.name)),
    texts.removePasskeyOf(passkey.name, name),
    {
      call,
      body: { deletePasskey: [passkey.credentialId] },
      done: texts.passkeyRemoved(passkey.name, name),
    },
    `passkey/${passkey.credentialId}`,
  ),
)}
${renderAction("delete", "delete", at.call("DELETE", path))}
</div>${renderEditor(account, name, call)}`;
  const note = badgesOf(account).join(" · ");
  return renderItem({ name, aside: account.displayName ?? "", note, isOff: disabled }, controls);
}
