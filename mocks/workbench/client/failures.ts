import type { Overview } from "../../control/accounts.ts";
import type { Tools } from "./tools.ts";

export function createFailuresView(tools: Tools) {
  const {
    byId,
    changeAndConfirm,
    createItem,
    createRow,
    createButton,
    replaceItems,
    perform,
    onClick,
    onSubmit,
    fieldValueOf,
  } = tools;
  const texts = tools.texts.failures;
  const list = byId("failures-list");

  /** The entered number or text, under the field of its kind of fault. */
  const detailOfKind = (kind: string, text: string): Record<string, unknown> => {
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

  const addScript = (script: Record<string, unknown>) =>
    changeAndConfirm("POST", "failures", texts.added, script);

  const createScriptRow = ({ id, script, seen, applied }: Overview["failures"][number]) => {
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
    const removeButton = createButton(texts.remove, texts.removeOf(id), () =>
      changeAndConfirm("DELETE", `failures/${id}`, texts.removed),
    );
    return createItem(
      `${kind}: ${where}`,
      texts.applied(applied, seen),
      limits.join(" · "),
      createRow(removeButton),
    );
  };

  for (const preset of document.querySelectorAll<HTMLElement>("[data-failure]"))
    preset.addEventListener("click", () =>
      perform(() => addScript(JSON.parse(preset.dataset["failure"] ?? "{}") as Record<string, unknown>)),
    );
  onClick("failures-clear", () => changeAndConfirm("DELETE", "failures", texts.allRemoved));
  onSubmit("failures-add", async (form) => {
    const kind = fieldValueOf(form, "kind");
    const numberField = (name: string) =>
      fieldValueOf(form, name) === "" ? {} : { [name]: Number(fieldValueOf(form, name)) };
    await addScript({
      fault: { kind, ...detailOfKind(kind, fieldValueOf(form, "detail")) },
      ...(fieldValueOf(form, "endpoint") !== "" && { endpoint: fieldValueOf(form, "endpoint") }),
      ...(fieldValueOf(form, "email") !== "" && { email: fieldValueOf(form, "email") }),
      ...(new FormData(form).has("late") && { phase: "after" }),
      ...numberField("after"),
      ...numberField("times"),
    });
  });

  return ({ failures }: Overview) => {
    replaceItems(list, failures.map(createScriptRow), texts.none);
  };
}
