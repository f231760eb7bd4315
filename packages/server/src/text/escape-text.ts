/** A text as HTML shows it, inside an element or a quoted attribute. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
