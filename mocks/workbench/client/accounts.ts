import type { Overview } from "../../control/accounts.ts";
import type { Tools } from "./tools.ts";

type Account = Overview["accounts"][number];

export function createAccountsView(tools: Tools) {
  const {
    byId,
    call,
    changeAndConfirm,
    createElement,
    createItem,
    createRow,
    createButton,
    fieldValueOf,
    onSubmit,
    replaceItems,
    showMessage,
    isRecord,
  } = tools;
  const texts = tools.texts.accounts;
  const MOST = 100;
  const list = byId("accounts-list");
  const filter = byId("accounts-filter");
  let accounts: Account[] = [];
  const open = new Set<string>();

  const accountNameOf = ({ email, phoneNumber, localId }: Account): string => email ?? phoneNumber ?? localId;
  const createEditAction =
    (account: Account, fields: Record<string, unknown>, done: (account: string) => string) => () =>
      changeAndConfirm(
        "PATCH",
        `accounts/${encodeURIComponent(account.localId)}`,
        done(accountNameOf(account)),
        fields,
      );

  const badgesOf = ({ providerUserInfo = [], mfaInfo = [], passkeyInfo = [], ...account }: Account) =>
    [
      account.email !== undefined && (account.emailVerified ? texts.verified : texts.notVerified),
      ...providerUserInfo.map(({ providerId }) => providerId),
      ...passkeyInfo.map(({ name }) => texts.passkey(name)),
      providerUserInfo.length + passkeyInfo.length === 0 && texts.anonymous,
      ...mfaInfo.map(({ totpInfo }) => (totpInfo ? texts.app : texts.message)),
      account.disabled && texts.disabled,
    ].filter((badge) => typeof badge === "string");

  const createShowCodeAction = (account: Account) => async () => {
    const answer = await call("GET", `totp?email=${encodeURIComponent(account.email ?? "")}`);
    if (!isRecord(answer)) return;
    const seconds = Math.round(Number(answer["validForMs"]) / 1000);
    showMessage(texts.currentCode(accountNameOf(account), String(answer["code"]), seconds));
  };

  const createInput = (name: string, label: string, value = "", attributes: Record<string, string> = {}) =>
    createElement(
      "label",
      { text: label },
      createElement("input", { attributes: { name, value, autocomplete: "off", ...attributes } }),
    );

  const createEditor = (account: Account) => {
    const form = createElement(
      "form",
      { class: "fields" },
      createInput("displayName", texts.name, account.displayName),
      createInput("email", texts.email, account.email, { type: "email" }),
      createInput("password", texts.newPassword),
      createInput("phoneNumber", texts.phone, account.phoneNumber, { type: "tel" }),
      createInput("photoUrl", texts.photo, account.photoUrl, { type: "url" }),
      createInput("customAttributes", texts.claims, account.customAttributes),
      createInput("provider", texts.newProvider),
      createInput("factor", texts.newFactor, "", { type: "tel" }),
      createElement("button", { class: "primary", text: texts.save }),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const names = Array.from(form.querySelectorAll("input"), ({ name }) => name);
      const values = names.map((name) => [name, fieldValueOf(form, name)] as const);
      const { provider, factor, ...fields } = Object.fromEntries(values.filter(([, value]) => value !== ""));
      const newFactor = { phoneInfo: factor, mfaEnrollmentId: `factor-${Date.now()}` };
      const changes = {
        ...fields,
        ...(provider && { linkProviderUserInfo: { providerId: provider, rawId: account.localId } }),
        ...(factor && { mfa: { enrollments: [...(account.mfaInfo ?? []), newFactor] } }),
      };
      void tools.perform(async () => {
        open.delete(account.localId);
        await createEditAction(account, changes, texts.saved)();
      });
    });
    return form;
  };

  const createAccountRow = (account: Account) => {
    const name = accountNameOf(account);
    const createToggleButton = (change: Record<string, boolean>, action: keyof typeof texts.actions) => {
      const { label, of, done } = texts.actions[action];
      return createButton(
        label,
        of(name),
        createEditAction(account, change, done),
        `${Object.keys(change)}/${account.localId}`,
      );
    };
    const details = createElement(
      "details",
      {},
      createElement("summary", { text: texts.edit }),
      createEditor(account),
    );
    details.open = open.has(account.localId);
    details.addEventListener("toggle", () =>
      details.open ? open.add(account.localId) : open.delete(account.localId),
    );
    const item = createItem(
      name,
      account.displayName ?? "",
      badgesOf(account).join(" · "),
      createRow(
        account.email !== undefined &&
          createToggleButton(
            { emailVerified: !account.emailVerified },
            account.emailVerified ? "unverify" : "verify",
          ),
        createToggleButton({ disableUser: !account.disabled }, account.disabled ? "enable" : "disable"),
        createButton(
          texts.revoke,
          texts.revokeOf(name),
          createEditAction(account, { revoke: true }, texts.revoked),
        ),
        account.mfaInfo?.some(({ totpInfo }) => totpInfo) &&
          createButton(texts.code, texts.codeOf(name), createShowCodeAction(account)),
        ...(account.providerUserInfo ?? []).map(({ providerId }) =>
          createButton(
            texts.unlink(providerId),
            texts.unlinkOf(providerId, name),
            createEditAction(account, { deleteProvider: [providerId] }, (owner) =>
              texts.unlinked(providerId, owner),
            ),
            `provider/${providerId}/${account.localId}`,
          ),
        ),
        ...(account.mfaInfo ?? []).map((factor, index, factors) => {
          const shown = factor.displayName ?? factor.phoneInfo ?? texts.app;
          const enrollments = factors.filter((_, other) => other !== index);
          return createButton(
            texts.removeFactor(shown),
            texts.removeFactorOf(shown, name),
            createEditAction(account, { mfa: { enrollments } }, (owner) => texts.factorRemoved(shown, owner)),
            `factor/${factor.mfaEnrollmentId}`,
          );
        }),
        ...(account.passkeyInfo ?? []).map((passkey) =>
          createButton(
            texts.removePasskey(passkey.name),
            texts.removePasskeyOf(passkey.name, name),
            createEditAction(account, { deletePasskey: [passkey.credentialId] }, (owner) =>
              texts.passkeyRemoved(passkey.name, owner),
            ),
            `passkey/${passkey.credentialId}`,
          ),
        ),
        createButton(texts.delete, texts.deleteOf(name), () =>
          changeAndConfirm("DELETE", `accounts/${encodeURIComponent(account.localId)}`, texts.deleted(name)),
        ),
      ),
      details,
    );
    item.classList.toggle("off", account.disabled === true);
    return item;
  };

  const drawAccounts = () => {
    const wanted = filter instanceof HTMLInputElement ? filter.value.trim().toLowerCase() : "";
    const found = accounts.filter(
      (account) =>
        accountNameOf(account).toLowerCase().includes(wanted) ||
        account.localId.includes(wanted) ||
        account.displayName?.toLowerCase().includes(wanted),
    );
    byId("accounts-count").textContent = texts.count(Math.min(found.length, MOST), found.length);
    // Redraw a row in which the user is typing only after they have finished.
    if (document.activeElement instanceof HTMLInputElement && list.contains(document.activeElement)) return;
    replaceItems(list, found.slice(0, MOST).map(createAccountRow));
  };

  filter.addEventListener("input", drawAccounts);
  onSubmit("accounts-create", async (form) => {
    const verified = new FormData(form).has("verified");
    const email = fieldValueOf(form, "email");
    const password = fieldValueOf(form, "password");
    const account = { email, emailVerified: verified, ...(password !== "" && { password }) };
    await changeAndConfirm("POST", "accounts", texts.created(email), account);
    form.reset();
  });

  return (overview: Overview) => {
    accounts = overview.accounts;
    drawAccounts();
  };
}
