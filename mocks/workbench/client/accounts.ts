import type { Overview } from "../../control/accounts.ts";
import type { Tools } from "./tools.ts";

type Shown = Overview["accounts"][number];

export function createAccounts(tools: Tools) {
  const { byId, call, change, element, button, field, onSubmit, replace, say, isRecord } = tools;
  const texts = tools.texts.accounts;
  const MOST = 100;
  const list = byId("accounts-list");
  const filter = byId("accounts-filter");
  let accounts: Shown[] = [];
  const open = new Set<string>();

  const nameOf = ({ email, phoneNumber, localId }: Shown): string => email ?? phoneNumber ?? localId;
  const edit = (account: Shown, fields: Record<string, unknown>, done: (account: string) => string) => () =>
    change("PATCH", `accounts/${encodeURIComponent(account.localId)}`, done(nameOf(account)), fields);

  const badges = ({ providerUserInfo = [], mfaInfo = [], passkeyInfo = [], ...account }: Shown) =>
    [
      account.email !== undefined && (account.emailVerified ? texts.verified : texts.notVerified),
      ...providerUserInfo.map(({ providerId }) => providerId),
      ...passkeyInfo.map(({ name }) => texts.passkey(name)),
      providerUserInfo.length + passkeyInfo.length === 0 && texts.anonymous,
      ...mfaInfo.map(({ totpInfo }) => (totpInfo ? texts.app : texts.message)),
      account.disabled && texts.disabled,
    ].filter((badge) => typeof badge === "string");

  const showCode = (account: Shown) => async () => {
    const answer = await call("GET", `totp?email=${encodeURIComponent(account.email ?? "")}`);
    if (!isRecord(answer)) return;
    const seconds = Math.round(Number(answer["validForMs"]) / 1000);
    say(texts.currentCode(nameOf(account), String(answer["code"]), seconds));
  };

  const input = (name: string, label: string, value: string, attributes: Record<string, string> = {}) =>
    element(
      "label",
      { text: label },
      element("input", { attributes: { name, value, autocomplete: "off", ...attributes } }),
    );

  const editor = (account: Shown) => {
    const form = element(
      "form",
      { class: "fields" },
      input("displayName", texts.name, account.displayName ?? ""),
      input("email", texts.email, account.email ?? "", { type: "email" }),
      input("password", texts.newPassword, ""),
      element("button", { class: "primary", text: texts.save }),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const values = ["displayName", "email", "password"].map((name) => [name, field(form, name)] as const);
      const changes = Object.fromEntries(values.filter(([, value]) => value !== ""));
      void tools.perform(async () => {
        open.delete(account.localId);
        await edit(account, changes, texts.saved)();
      });
    });
    return form;
  };

  const row = (account: Shown) => {
    const name = nameOf(account);
    const toggle = (change: Record<string, boolean>, action: keyof typeof texts.actions) => {
      const { label, of, done } = texts.actions[action];
      return button(
        label,
        of(name),
        edit(account, change, done),
        `${Object.keys(change)}/${account.localId}`,
      );
    };
    const details = element("details", {}, element("summary", { text: texts.edit }), editor(account));
    details.open = open.has(account.localId);
    details.addEventListener("toggle", () =>
      details.open ? open.add(account.localId) : open.delete(account.localId),
    );
    return element(
      "li",
      { class: account.disabled ? "item off" : "item" },
      element("div", { class: "title" }, element("strong", { text: name }), account.displayName ?? ""),
      element("small", { text: badges(account).join(" · ") }),
      element(
        "div",
        { class: "row" },
        account.email !== undefined &&
          toggle({ emailVerified: !account.emailVerified }, account.emailVerified ? "unverify" : "verify"),
        toggle({ disableUser: !account.disabled }, account.disabled ? "enable" : "disable"),
        button(texts.revoke, texts.revokeOf(name), edit(account, { revoke: true }, texts.revoked)),
        account.mfaInfo?.some(({ totpInfo }) => totpInfo) &&
          button(texts.code, texts.codeOf(name), showCode(account)),
        ...(account.passkeyInfo ?? []).map((passkey) =>
          button(
            texts.removePasskey(passkey.name),
            texts.removePasskeyOf(passkey.name, name),
            edit(account, { deletePasskey: [passkey.credentialId] }, (owner) =>
              texts.passkeyRemoved(passkey.name, owner),
            ),
            `passkey/${passkey.credentialId}`,
          ),
        ),
        button(texts.delete, texts.deleteOf(name), () =>
          change("DELETE", `accounts/${encodeURIComponent(account.localId)}`, texts.deleted(name)),
        ),
      ),
      details,
    );
  };

  const draw = () => {
    const wanted = filter instanceof HTMLInputElement ? filter.value.trim().toLowerCase() : "";
    const found = accounts.filter(
      (account) =>
        nameOf(account).toLowerCase().includes(wanted) ||
        account.localId.includes(wanted) ||
        account.displayName?.toLowerCase().includes(wanted),
    );
    byId("accounts-count").textContent = texts.count(Math.min(found.length, MOST), found.length);
    // Redraw a row in which the user is typing only after they have finished.
    if (document.activeElement instanceof HTMLInputElement && list.contains(document.activeElement)) return;
    replace(list, found.slice(0, MOST).map(row));
  };

  filter.addEventListener("input", draw);
  onSubmit("accounts-create", async (form) => {
    const verified = new FormData(form).has("verified");
    const email = field(form, "email");
    const account = { email, password: field(form, "password"), emailVerified: verified };
    await change("POST", "accounts", texts.created(email), account);
    form.reset();
  });

  return (overview: Overview) => {
    accounts = overview.accounts;
    draw();
  };
}
