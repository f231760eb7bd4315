/** The browser's own check of `<input type="email">`, which `noValidate` turns off for the form. */
export function isEmailAddress(text: string): boolean {
  const field = document.createElement("input");
  field.type = "email";
  field.value = text;
  return !field.validity.typeMismatch;
}
