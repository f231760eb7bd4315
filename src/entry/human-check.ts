import * as v from "valibot";

// The framed page of the human check: the only page with a third-party script. It is on its own origin, which
// has no sessions, and sends one token, only to a parent of the site's origin. It also reports that it has
// loaded, and when the check opens its second question, for which the parent enlarges the frame. With an action in the
// fragment of its address, it shows nothing and gets the token of reCAPTCHA Enterprise for this action.

const GOOGLE = "https://www.google.com/recaptcha";
const Config = v.object({
  mode: v.picklist(["local", "production"]),
  origin: v.string(),
  sms: v.picklist(["off", "recaptcha", "local"]),
  recaptchaSiteKey: v.exactOptional(v.string()),
  recaptchaEnterpriseKey: v.exactOptional(v.string()),
});
type Config = v.InferOutput<typeof Config>;
/** No secret: the local services accept any token. */
const LOCAL_TOKEN = "local-human-check";
const Callable = v.custom<(...values: unknown[]) => unknown>((value) => typeof value === "function");
const Recaptcha = v.object({ render: Callable });
const Enterprise = v.object({ enterprise: v.object({ ready: Callable, execute: Callable }) });
/** In pixels. The check's box has two sizes; a second question is larger than both. */
const NORMAL_WIDTH = 304;
const LARGEST_BOX_HEIGHT = 144;

type Post = (news?: { token?: unknown; isOpen?: boolean }) => void;

/** Loads a script that defines `grecaptcha`. Reports that the check does not work if something blocks the script. */
function loadScript(src: string, post: Post, onload: (() => void) | null = null): void {
  document.head.append(
    Object.assign(document.createElement("script"), { src, onload, onerror: () => post() }),
  );
}

/** Older browsers cannot report whether a frame is visible. There, the question counts as open when it has loaded. */
const isQuestionOpen = (): boolean =>
  [...document.querySelectorAll("iframe")].some(
    (frame) =>
      frame.offsetHeight > LARGEST_BOX_HEIGHT &&
      (frame.checkVisibility?.({ visibilityProperty: true }) ?? true),
  );

function showBox(sitekey: string, post: Post): void {
  document.body.style.margin = "0";
  const box = document.body.appendChild(document.createElement("div"));
  let isOpen = false;
  new MutationObserver(() => {
    if (isQuestionOpen() === isOpen) return;
    isOpen = !isOpen;
    post({ isOpen });
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["style"] });
  const render = (): void => {
    const recaptcha = v.safeParse(Recaptcha, Reflect.get(window, "grecaptcha"));
    if (!recaptcha.success) post();
    else
      recaptcha.output.render(box, {
        sitekey,
        size: window.innerWidth < NORMAL_WIDTH ? "compact" : "normal",
        callback: (token: unknown) => post({ token }),
        "error-callback": () => post(),
      });
  };
  Object.assign(window, { onHumanCheckLoad: render });
  loadScript(`${GOOGLE}/api.js?render=explicit&onload=onHumanCheckLoad`, post);
}

function executeAction(siteKey: string, action: string, isLocal: boolean, post: Post): void {
  const runEnterprise = (): void => {
    const recaptcha = v.safeParse(Enterprise, Reflect.get(window, "grecaptcha"));
    if (!recaptcha.success) {
      post();
      return;
    }
    const { ready, execute } = recaptcha.output.enterprise;
    const getToken = async () => execute(siteKey, { action });
    ready(() =>
      getToken().then(
        (token) => post({ token }),
        () => post(),
      ),
    );
  };
  const script = isLocal ? "/__local/recaptcha/enterprise.js" : `${GOOGLE}/enterprise.js`;
  loadScript(`${script}?render=${encodeURIComponent(siteKey)}`, post, runEnterprise);
}

function startCheck(config: Config): void {
  const { origin: siteOrigin, sms } = config;
  const isLocal = config.mode === "local";
  const postToParent: Post = ({ token, isOpen } = {}) => {
    const news = { ...(typeof token === "string" && { token }), ...(isOpen !== undefined && { isOpen }) };
    // The site of a world has its own origin (`w7.localhost`).
    window.parent.postMessage({ type: "human-check", ...news }, isLocal ? "*" : siteOrigin);
  };
  const action = window.location.hash.slice(1);
  const siteKey = action ? config.recaptchaEnterpriseKey : config.recaptchaSiteKey;
  // On the site's own origin, the script could read sessions.
  if (siteOrigin === window.location.origin) postToParent();
  else if (!action && sms === "local") postToParent({ token: LOCAL_TOKEN });
  else if (siteKey === undefined) postToParent();
  else if (action) executeAction(siteKey, action, isLocal, postToParent);
  else {
    postToParent({ isOpen: false });
    showBox(siteKey, postToParent);
  }
}

const config = v.safeParse(
  v.pipe(v.string(), v.parseJson(), Config),
  document.getElementById("config")?.textContent,
);
if (config.success) startCheck(config.output);
