import { type createEarlyForm, releaseHold } from "./early-form.ts";
import { type Control, controlsOf, textsOf } from "./form-fields.ts";

export type EarlyForm = ReturnType<typeof createEarlyForm<Record<string, unknown>, unknown>>;

/** Writes each problem below its field, where React finds the same element (`FieldFrame`). */
function showProblems(
  controls: readonly (Control | null)[],
  problems: readonly (string | undefined)[],
): void {
  for (const [index, control] of controls.entries()) {
    const problem = problems[index];
    if (problem === undefined) control?.removeAttribute("aria-invalid");
    else control?.setAttribute("aria-invalid", "true");
    const message = document.getElementById(
      control?.getAttribute("aria-describedby")?.split(" ").at(-1) ?? "",
    );
    if (message) message.textContent = problem ?? "";
  }
}

async function readForm({ fields, read }: EarlyForm, form: HTMLFormElement) {
  const controls = controlsOf(form, fields);
  const { values, problems } = await read(textsOf(fields, controls), controls);
  return { values, controls, problems: fields.map((field) => problems?.[field]) };
}

/** Performs the held press of a prerendered form: begins its request, or shows what is wrong with its fields. */
export async function pressForm(early: EarlyForm, form: HTMLFormElement): Promise<void> {
  const { values, controls, problems } = await readForm(early, form);
  if (!early.isOpen()) return;
  if (values !== undefined) return early.begin(values);
  showProblems(controls, problems);
  releaseHold(form);
  controls.find((_, index) => problems[index] !== undefined)?.focus();
  form.oninput = async () => {
    const changed = await readForm(early, form);
    if (early.isOpen()) showProblems(changed.controls, changed.problems);
  };
}
