export type Control = HTMLInputElement | HTMLTextAreaElement;

/** The texts of a form's fields, as typed. */
export type Texts<Values> = Record<keyof Values, string>;

/** The fields' elements. A password of a prerendered page has its name in `data-field`. */
export const controlsOf = (form: HTMLFormElement | null, fields: readonly string[]): (Control | null)[] =>
  fields.map((field) => form?.querySelector<Control>(`[name="${field}"], [data-field="${field}"]`) ?? null);

export const textsOf = <Values>(
  fields: readonly (keyof Values & string)[],
  controls: readonly (Control | null)[],
): Texts<Values> =>
  Object.fromEntries(fields.map((field, index) => [field, controls[index]?.value ?? ""])) as Texts<Values>;
