type Integrity = Readonly<Record<string, string>>;

const loading = new Map<string, Promise<void>>();

/** Loads a module into the browser's module map if its bytes have the hash. A failed load is not kept. */
function preloadModule(href: string, integrity: string | undefined): Promise<void> {
  const known = loading.get(href);
  if (known !== undefined) return known;
  if (!integrity) return Promise.reject(new Error(`the build has no integrity for ${href}`));
  const link = document.createElement("link");
  const loaded = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      loading.delete(href);
      link.remove();
      reject(new Error(`${href} did not load as built`));
    };
  });
  loading.set(href, loaded);
  link.rel = "modulepreload";
  link.crossOrigin = "";
  link.integrity = integrity;
  link.href = href;
  document.head.append(link);
  return loaded;
}

/**
 * The document names the address and the integrity of the list, and also of the chunks that an early press may need,
 * because these chunks arrive a round trip earlier without the list.
 */
async function readIntegrity(hrefs: readonly string[]): Promise<Integrity> {
  const content = document.querySelector<HTMLMetaElement>('meta[name="chunk-integrity"]')?.content ?? "";
  const [list = ["", ""], ...early] = [...content.matchAll(/(\S+) (\S+)/g)].map(
    ([, href = "", integrity = ""]) => [href, integrity] as const,
  );
  const named = Object.fromEntries(early);
  if (hrefs.every((href) => named[href])) return named;
  const [href, integrity] = list;
  await preloadModule(href, integrity);
  return ((await import(/* @vite-ignore */ href)) as { default: Integrity }).default;
}

const findInDocument = (href: string): Element | null =>
  document.querySelector(`link[rel="modulepreload"][href="${href}"],script[src="${href}"]`);

/**
 * The build calls this for every dynamic import. `Integrity-Policy` refuses a module without integrity, and an import
 * cannot state one. So each file is preloaded with its integrity first, and the import takes it from there.
 * @param files the chunk and all that it imports statically, as the manifest names them
 */
export async function verifiedImport<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const missing = files
    .map((file) => import.meta.env.BASE_URL + file)
    .filter((href) => loading.has(href) || !findInDocument(href));
  if (missing.length > 0 && document.createElement("link").relList.supports("modulepreload")) {
    const integrity = await readIntegrity(missing);
    await Promise.all(missing.map((href) => preloadModule(href, integrity[href])));
  }
  try {
    return await importModule();
  } catch (error) {
    // The document's own preload has failed: the next attempt makes a new one.
    for (const file of files) findInDocument(import.meta.env.BASE_URL + file)?.remove();
    throw error;
  }
}
