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

  const createInput = (name: string, label: string, value: string, attributes: Record<string, string> = {}) =>
    createElement(
      "label",
      { text: label },
      createElement("input", { attributes: { name, value, autocomplete: "off", ...attributes } }),
    );

  const createEditor = (account: Account) => {
    const form = createElement(
      "form",
      { class: "fields" },
      createInput("displayName", texts.name, account.displayName ?? ""),
      createInput("email", texts.email, account.email ?? "", { type: "email" }),
      createInput("password", texts.newPassword, ""),
      createElement("button", { class: "primary", text: texts.save }),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const values = ["displayName", "email", "password"].map(
        (name) => [name, fieldValueOf(form, name)] as const,
      );
      const changes = Object.fromEntries(values.filter(([, value]) => value !== ""));
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
    const account = { email, password: fieldValueOf(form, "password"), emailVerified: verified };
    await changeAndConfirm("POST", "accounts", texts.created(email), account);
    form.reset();
  });

  return (overview: Overview) => {
    accounts = overview.accounts;
    drawAccounts();
  };
}
