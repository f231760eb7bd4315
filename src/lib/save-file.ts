/** The browser reads the file after the click's handler has returned. */
const READ_WITHIN_MS = 60_000;

/** Saves a file to the downloads. @param type a media type */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
