import type { Account } from "../identity-toolkit/state/account.ts";
import { type Html, html } from "../pages/html.ts";
import { type Addresses, renderButton, renderControl, renderItem } from "./controls.ts";
import { workbenchTexts } from "./workbench-texts.ts";

const texts = workbenchTexts.accounts;

export const renderAccountForm = (at: Addresses): Html =>
  html`<form class="fields" data-once ${renderControl(texts.create, { call: at.call("POST", "accounts") })}>
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
<form class="fields" data-once ${renderControl(texts.actionOf(texts.save, name), { call })}>${fields}<button class="primary">${texts.save}</button></form></details>`;
}

export function renderAccount(account: Account, at: Addresses): Html {
  const { localId, email, emailVerified, disabled } = account;
  const { providerUserInfo = [], mfaInfo = [], passkeyInfo = [] } = account;
  const name = email ?? account.phoneNumber ?? localId;
  const path = `accounts/${encodeURIComponent(localId)}`;
  const call = at.call("PATCH", path);
  const renderSwitch = (label: string, body: object, key: string) =>
    renderButton(label, { call, body }, texts.actionOf(label, name), `${key}/${localId}`);
  const renderRemoval = (shown: string, kind: string, body: object, id: string) =>
    renderButton(texts.remove(shown), { call, body }, texts.removeOf(shown, kind, name), id);
  const code = {
    call: at.call("GET", `totp?email=${encodeURIComponent(email ?? "")}`),
    done: texts.currentCode(name, "{code}", "{validForS}"),
  };
  const controls = html`<div class="row">
${email !== undefined && renderSwitch(emailVerified ? texts.unverify : texts.verify, { emailVerified: !emailVerified }, "verify")}
${renderSwitch(disabled ? texts.enable : texts.disable, { disableUser: !disabled }, "disable")}
${renderButton(texts.revoke, { call, body: { revoke: true } }, texts.revokeOf(name))}
${mfaInfo.some(({ totpInfo }) => totpInfo) && renderButton(texts.code, code, texts.codeOf(name))}
${providerUserInfo.map(({ providerId: id }) =>
  renderButton(texts.unlink(id), { call, body: { deleteProvider: [id] } }, texts.unlinkOf(id, name)),
)}
${mfaInfo.map((factor) => {
  const enrollments = mfaInfo.filter((other) => other !== factor);
  const shown = factor.displayName ?? factor.phoneInfo ?? texts.app;
  return renderRemoval(shown, texts.factorKind, { mfa: { enrollments } }, factor.mfaEnrollmentId);
})}
${passkeyInfo.map((passkey) => {
  const { credentialId } = passkey;
  const shown = texts.quoted(passkey.name);
  return renderRemoval(shown, texts.passkeyKind, { deletePasskey: [credentialId] }, credentialId);
})}
${renderButton(texts.delete, { call: at.call("DELETE", path) }, texts.actionOf(texts.delete, name))}
</div>${renderEditor(account, name, call)}`;
  const note = badgesOf(account).join(" · ");
  return renderItem({ name, aside: account.displayName ?? "", note, isOff: disabled }, controls);
}
