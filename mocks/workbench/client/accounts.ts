import type { Overview } from "../overview.ts";
import type { Tools } from "./tools.ts";

type Shown = Overview["accounts"][number];

/** The list of accounts, with the actions for each. */
export function createAccounts(tools: Tools) {
  const { byId, call, element, button, field, onSubmit, replace, say, isRecord } = tools;
  const MOST = 100;
  const list = byId("accounts-list");
  const filter = byId("accounts-filter");
  let accounts: Shown[] = [];
  const open = new Set<string>();

  const nameOf = ({ email, phoneNumber, localId }: Shown): string => email ?? phoneNumber ?? localId;
  const edit = (account: Shown, fields: Record<string, unknown>, done: string) => async () => {
    await call("PATCH", `accounts/${encodeURIComponent(account.localId)}`, fields);
    say(`${nameOf(account)}: ${done}.`);
  };

  const badges = ({
    emailVerified,
    disabled,
    providerUserInfo = [],
    mfaInfo = [],
    passkeyInfo = [],
    email,
  }: Shown) =>
    [
      email !== undefined && (emailVerified ? "verified" : "not verified"),
      ...providerUserInfo.map(({ providerId }) => providerId),
      ...passkeyInfo.map(({ name }) => `passkey “${name}”`),
      providerUserInfo.length + passkeyInfo.length === 0 && "anonymous or custom",
      ...mfaInfo.map(({ totpInfo }) => (totpInfo ? "authenticator app" : "SMS factor")),
      disabled && "disabled",
    ].filter((badge) => typeof badge === "string");

  const showCode = (account: Shown) => async () => {
    const answer = await call("GET", `totp?email=${encodeURIComponent(account.email ?? "")}`);
    if (!isRecord(answer)) return;
    const seconds = Math.round(Number(answer["validForMs"]) / 1000);
    say(`${nameOf(account)}: ${String(answer["code"])}, for ${seconds} s.`);
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
      input("displayName", "Name", account.displayName ?? ""),
      input("email", "Email", account.email ?? "", { type: "email" }),
      input("password", "New password", ""),
      element("button", { class: "primary", text: "Save" }),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const values = ["displayName", "email", "password"].map((name) => [name, field(form, name)] as const);
      const changes = Object.fromEntries(values.filter(([, value]) => value !== ""));
      void tools.attempt(async () => {
        open.delete(account.localId);
        await edit(account, changes, "saved")();
      });
    });
    return form;
  };

  const row = (account: Shown) => {
    const name = nameOf(account);
    const details = element("details", {}, element("summary", { text: "Edit" }), editor(account));
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
          button(
            account.emailVerified ? "Unverify" : "Verify",
            `${account.emailVerified ? "Unverify" : "Verify"} ${name}`,
            edit(account, { emailVerified: !account.emailVerified }, "address changed"),
            `verify ${account.localId}`,
          ),
        button(
          account.disabled ? "Enable" : "Disable",
          `${account.disabled ? "Enable" : "Disable"} ${name}`,
          edit(account, { disableUser: !account.disabled }, account.disabled ? "enabled" : "disabled"),
          `disable ${account.localId}`,
        ),
        button(
          "Revoke",
          `Revoke the sessions of ${name}`,
          edit(account, { revoke: true }, "sessions revoked"),
        ),
        account.mfaInfo?.some(({ totpInfo }) => totpInfo) &&
          button("Code", `Show the authenticator code of ${name}`, showCode(account)),
        ...(account.passkeyInfo ?? []).map((passkey) =>
          button(
            `Remove “${passkey.name}”`,
            `Remove “${passkey.name}”, a passkey of ${name}`,
            edit(account, { deletePasskey: [passkey.credentialId] }, `passkey “${passkey.name}” removed`),
            `passkey ${passkey.credentialId}`,
          ),
        ),
        button("Delete", `Delete ${name}`, async () => {
          await call("DELETE", `accounts/${encodeURIComponent(account.localId)}`);
          say(`${name}: deleted.`);
        }),
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
    byId("accounts-count").textContent =
      found.length > MOST ? `${MOST} of ${found.length}` : String(found.length);
    // Redraw a row in which the user is typing only after they have finished.
    if (document.activeElement instanceof HTMLInputElement && list.contains(document.activeElement)) return;
    replace(list, found.slice(0, MOST).map(row));
  };

  filter.addEventListener("input", draw);
  onSubmit("accounts-create", async (form) => {
    const verified = new FormData(form).has("verified");
    const email = field(form, "email");
    await call("POST", "accounts", { email, password: field(form, "password"), emailVerified: verified });
    say(`${email}: created.`);
    form.reset();
  });

  return (overview: Overview) => {
    accounts = overview.accounts;
    draw();
  };
}
