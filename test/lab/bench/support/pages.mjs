import { createServer } from "node:http";
import { bundle } from "./bundle.mjs";

/** Sets `first` when the state is known, and `outcome` when a popup has ended. */
const html = (
  /** @type {string} */ script,
) => `<!doctype html><title>bench</title><link rel="icon" href="data:,">
<button id="popup">Sign in</button>
<script type="module">
  window.arm = import("${script}");
  window.arm.then(({ firstState }) => firstState).then((isSignedIn) => {
    window.first = { at: performance.now(), isSignedIn };
  });
  const { popup } = await window.arm;
  document.querySelector("#popup").addEventListener("click", () => {
    const ended = (isSignedIn) => () => { window.outcome = { at: Date.now(), isSignedIn }; };
    popup().then(ended(true), ended(false));
  });
</script>`;

/**
 * One page per arm and place. A module is bundled when it is first asked for.
 * @param {(path: string) => string | undefined} sourceOf the module of a page
 */
export function pagesOf(sourceOf) {
  /** @type {Map<string, Promise<string>>} */
  const bundled = new Map();
  return createServer(async ({ url = "" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const path = pathname.replace(/\.js$/, "");
    const source = sourceOf(path);
    if (source === undefined) return response.writeHead(404).end();
    if (path === pathname) {
      response.setHeader("content-type", "text/html");
      return response.end(
        path === "/oauth/callback" ? `<script type="module" src="${path}.js"></script>` : html(`${path}.js`),
      );
    }
    const code = bundled.get(path) ?? bundle(source);
    bundled.set(path, code);
    response.setHeader("content-type", "text/javascript");
    response.end(await code);
  });
}
