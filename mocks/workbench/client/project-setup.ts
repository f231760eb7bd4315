import type { Overview } from "../../control/accounts.ts";
import type { Tools } from "./tools.ts";

/** Scenarios, settings, snapshots and files. */
export function createProjectSetupView(tools: Tools) {
  const {
    byId,
    call,
    changeAndConfirm,
    createElement,
    replaceItems,
    showMessage,
    perform,
    onClick,
    onSubmit,
    fieldValueOf,
    isRecord,
  } = tools;
  const texts = tools.texts.setup;
  const choices = byId("scenario-name");
  const tells = byId("scenario-tells");
  let scenarios: Overview["scenarios"] = [];
  let lifetimeIsTouched = false;

  const showScenarioDescription = () => {
    const chosen = choices instanceof HTMLSelectElement ? choices.value : "";
    tells.textContent = scenarios.find(({ name }) => name === chosen)?.tells ?? "";
  };
  choices.addEventListener("change", showScenarioDescription);

  onSubmit("scenario-load", async (form) => {
    const email = fieldValueOf(form, "email");
    const answer = await call("POST", "scenarios", {
      name: fieldValueOf(form, "name"),
      ...(email !== "" && { email }),
    });
    if (!isRecord(answer)) return;
    const credentials = [answer["email"], answer["password"]].filter(Boolean).join(" / ");
    showMessage(`${String(answer["name"])}${credentials && `: ${credentials}`}`);
  });

  for (const box of document.querySelectorAll<HTMLInputElement>("[data-setting]"))
    box.addEventListener("change", () =>
      perform(() => {
        const setting = box.checked ? box.dataset["on"] : box.dataset["off"];
        return changeAndConfirm("PATCH", "settings", texts.settingSaved, JSON.parse(setting ?? "{}"));
      }),
    );
  byId("lifetime").addEventListener("change", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLSelectElement)) return;
    lifetimeIsTouched = true;
    void perform(async () => {
      await changeAndConfirm("PATCH", "settings", texts.lifetimeSaved, {
        idTokenLifetimeS: Number(target.value),
      });
      lifetimeIsTouched = false;
    });
  });

  const uploadOnChange = (id: string, path: string, done: (answer: unknown) => string) =>
    byId(id).addEventListener("change", ({ target }) => {
      const file = target instanceof HTMLInputElement ? target.files?.[0] : undefined;
      if (!file) return;
      void perform(async () => showMessage(done(await call("POST", path, JSON.parse(await file.text())))));
    });
  uploadOnChange("restore", "snapshot", () => texts.restored);
  uploadOnChange("import", "import", (answer) =>
    isRecord(answer) ? texts.imported(Number(answer["imported"])) : "",
  );
  onClick("reset", () => changeAndConfirm("POST", "reset", texts.wasReset));

  return ({ scenarios: known, settings }: Overview) => {
    if (scenarios.length !== known.length) {
      scenarios = known;
      replaceItems(
        choices,
        known.map(({ name }) => createElement("option", { text: name })),
      );
      showScenarioDescription();
    }
    for (const box of document.querySelectorAll<HTMLInputElement>("[data-setting]")) {
      const states: Record<string, unknown> = {
        ...settings,
        rateLimits: settings.rateLimits.signIn !== null,
        passwordPolicy: settings.passwordPolicy.enforcementState === "ENFORCE",
        passkeys: settings.passkeys.enabled,
      };
      box.checked = states[box.dataset["setting"] ?? ""] === true;
    }
    const lifetime = byId("lifetime");
    if (lifetime instanceof HTMLSelectElement && !lifetimeIsTouched)
      lifetime.value = String(settings.idTokenLifetimeS);
  };
}

/** The worlds on this port, as links to their workbenches. */
export function createWorldsView({
  byId,
  createElement,
  replaceItems,
  inWorld,
  texts: { worlds: texts },
}: Tools) {
  const MOST = 12;
  const part = byId("worlds");
  const links = byId("worlds-list");
  /**
   * The links name the world in a parameter. The host then names no world, because a request may name only one world.
   */
  const base = `${location.protocol}//${location.host.replace(/^[^.]+\.localhost/, "localhost")}/__local/`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[download]"))
    link.href = inWorld(link.getAttribute("href") ?? "");

  return ({ world, worlds }: Overview) => {
    part.hidden = world === null && worlds.length === 0;
    const createWorldLink = (name: string | null) =>
      createElement("a", {
        text: name ?? texts.default,
        attributes: {
          href: name === null ? base : `${base}?world=${encodeURIComponent(name)}`,
          "data-key": `world/${name ?? ""}`,
          ...(name === world && { "aria-current": "page" }),
        },
      });
    const names = [null, ...worlds.map(({ name }) => name).slice(0, MOST)];
    const rest = worlds.length - MOST;
    replaceItems(links, [
      ...names.map((name) => createElement("li", {}, createWorldLink(name))),
      ...(rest > 0 ? [createElement("li", { text: texts.more(rest) })] : []),
    ]);
  };
}
