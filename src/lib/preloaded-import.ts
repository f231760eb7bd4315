/**
 * The build calls this for every dynamic import, in place of Vite's helper, which is larger because it also waits for
 * styles. The files of the import then load together, not one after the other.
 * @param files the chunk and all that it imports statically, as the manifest names them
 */
export function preloadedImport<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  for (const file of files) {
    const href = import.meta.env.BASE_URL + file;
    if (document.querySelector(`[href="${href}"],[src="${href}"]`)) continue;
    const link = document.createElement("link");
    document.head.append(Object.assign(link, { rel: "modulepreload", crossOrigin: "", href }));
  }
  return importModule();
}
