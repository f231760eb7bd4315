import type { Overview } from "../../control/overview.ts";
import type { Tools } from "./tools.ts";

/** Scenarios, settings, snapshots and files. */
export function createProjectSetupView({
  byId,
  call,
  element,
  replace,
  say,
  attempt,
  onSubmit,
  field,
  isRecord,
  texts: { setup: texts },
}: Tools) {
  const choices = byId("scenario-name");
  const tells = byId("scenario-tells");
  let scenarios: Overview["scenarios"] = [];
  let lifetimeIsTouched = false;

  const explain = () => {
    const chosen = choices instanceof HTMLSelectElement ? choices.value : "";
    tells.textContent = scenarios.find(({ name }) => name === chosen)?.tells ?? "";
  };
  choices.addEventListener("change", explain);

  onSubmit("scenario-load", async (form) => {
    const email = field(form, "email");
    const answer = await call("POST", "scenarios", {
      name: field(form, "name"),
      ...(email !== "" && { email }),
    });
    if (!isRecord(answer)) return;
    const credentials = [answer["email"], answer["password"]].filter(Boolean).join(" / ");
    say(`${String(answer["name"])}${credentials && `: ${credentials}`}`);
  });

  for (const box of document.querySelectorAll<HTMLInputElement>("[data-setting]"))
    box.addEventListener("change", () =>
      attempt(async () => {
        await call(
          "PATCH",
          "settings",
          JSON.parse((box.checked ? box.dataset["on"] : box.dataset["off"]) ?? "{}"),
        );
        say(texts.settingSaved);
      }),
    );
  byId("lifetime").addEventListener("change", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLSelectElement)) return;
    lifetimeIsTouched = true;
    void attempt(async () => {
      await call("PATCH", "settings", { idTokenLifetimeS: Number(target.value) });
      lifetimeIsTouched = false;
      say(texts.lifetimeSaved);
    });
  });

  const upload = (id: string, path: string, done: (answer: unknown) => string) =>
    byId(id).addEventListener("change", ({ target }) => {
      const file = target instanceof HTMLInputElement ? target.files?.[0] : undefined;
      if (!file) return;
      void attempt(async () => say(done(await call("POST", path, JSON.parse(await file.text())))));
    });
  upload("restore", "snapshot", () => texts.restored);
  upload("import", "import", (answer) =>
    isRecord(answer) ? texts.imported(Number(answer["imported"])) : "",
  );
  byId("reset").addEventListener("click", () =>
    attempt(async () => {
      await call("POST", "reset");
      say(texts.wasReset);
    }),
  );

  return ({ scenarios: known, settings }: Overview) => {
    if (scenarios.length !== known.length) {
      scenarios = known;
      replace(
        choices,
        known.map(({ name }) => element("option", { text: name })),
      );
      explain();
    }
    for (const box of document.querySelectorAll<HTMLInputElement>("[data-setting]")) {
      const name = box.dataset["setting"];
      if (name === "rateLimits") box.checked = settings.rateLimits.signIn !== null;
      else if (name === "passwordPolicy")
        box.checked = settings.passwordPolicy.enforcementState === "ENFORCE";
      else if (name === "passkeys") box.checked = settings.passkeys.enabled;
      else if (
        name === "verifyPasskeys" ||
        name === "enumerationProtection" ||
        name === "allowDuplicateEmails" ||
        name === "isolateConsentPage"
      )
        box.checked = settings[name];
    }
    const lifetime = byId("lifetime");
    if (lifetime instanceof HTMLSelectElement && !lifetimeIsTouched)
      lifetime.value = String(settings.idTokenLifetimeS);
  };
}
