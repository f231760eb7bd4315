import type { Overview } from "../../control/accounts.ts";
import type { Tools } from "./tools.ts";

export function createFailuresView(tools: Tools) {
  const { byId, change, element, button, replace, perform, onClick, onSubmit, field } = tools;
  const texts = tools.texts.failures;
  const list = byId("failures-list");

  /** The entered number or text, under the field of its kind of fault. */
  const detail = (kind: string, text: string): Record<string, unknown> => {
    switch (kind) {
      case "latency":
        return { ms: Number(text || 1000) };
      case "status":
        return { status: Number(text || 503) };
      case "error":
        return { word: text || "USER_DISABLED" };
      default:
        return {};
    }
  };

  const add = (script: Record<string, unknown>) => change("POST", "failures", texts.added, script);

  const row = ({ id, script, seen, applied }: Overview["failures"][number]) => {
    const { kind, ...details } = script.fault;
    const where =
      typeof script.endpoint === "string"
        ? script.endpoint
        : (script.endpoint?.join(", ") ?? texts.everything);
    const limits = [
      ...Object.entries(details).map(([name, value]) => `${name} ${String(value)}`),
      script.after !== undefined && texts.after(script.after),
      script.times !== undefined && texts.times(script.times),
      script.probability !== undefined && texts.probability(script.probability),
      script.email,
      script.phase === "after" && texts.late,
      script.note,
    ].filter(Boolean);
    return element(
      "li",
      { class: "item" },
      element(
        "div",
        { class: "title" },
        element("strong", { text: `${kind}: ${where}` }),
        texts.applied(applied, seen),
      ),
      limits.length > 0 && element("small", { text: limits.join(" · ") }),
      element(
        "div",
        { class: "row" },
        button(texts.remove, texts.removeOf(id), () => change("DELETE", `failures/${id}`, texts.removed)),
      ),
    );
  };

  for (const preset of document.querySelectorAll<HTMLElement>("[data-failure]"))
    preset.addEventListener("click", () =>
      perform(() => add(JSON.parse(preset.dataset["failure"] ?? "{}") as Record<string, unknown>)),
    );
  onClick("failures-clear", () => change("DELETE", "failures", texts.allRemoved));
  onSubmit("failures-add", async (form) => {
    const kind = field(form, "kind");
    const number = (name: string) => (field(form, name) === "" ? {} : { [name]: Number(field(form, name)) });
    await add({
      fault: { kind, ...detail(kind, field(form, "detail")) },
      ...(field(form, "endpoint") !== "" && { endpoint: field(form, "endpoint") }),
      ...(field(form, "email") !== "" && { email: field(form, "email") }),
      ...(new FormData(form).has("late") && { phase: "after" }),
      ...number("after"),
      ...number("times"),
    });
  });

  return ({ failures }: Overview) => {
    replace(list, failures.map(row), texts.none);
  };
}
