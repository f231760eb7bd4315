import * as v from "valibot";

// The framed page of the human check: the only page with a third-party script. It is on its own origin, which
// has no sessions, and sends one token, only to a parent of the site's origin. It also reports that it has
// loaded, and when the check opens its second question, for which the parent enlarges the frame.

const CHECK_SCRIPT = "https://www.google.com/recaptcha/api.js?render=explicit&onload=onHumanCheckLoad";
const Config = v.object({
  origin: v.string(),
  sms: v.picklist(["off", "recaptcha", "local"]),
  recaptchaSiteKey: v.exactOptional(v.string()),
});
/** No secret: the local services accept any token. */
const LOCAL_TOKEN = "local-human-check";
const Recaptcha = v.object({ render: v.function() });
/** In pixels. The check's box has two sizes; a second question is larger than both. */
const NORMAL_WIDTH = 304;
const LARGEST_BOX_HEIGHT = 144;

/** Older browsers cannot report whether a frame is visible. There, the question counts as open when it has loaded. */
const isQuestionOpen = (): boolean =>
  [...document.querySelectorAll("iframe")].some(
    (frame) =>
      frame.offsetHeight > LARGEST_BOX_HEIGHT &&
      (frame.checkVisibility?.({ visibilityProperty: true }) ?? true),
  );

function start({ origin: siteOrigin, sms, recaptchaSiteKey: siteKey }: v.InferOutput<typeof Config>): void {
  // The site of a world has its own origin (`w7.localhost`).
  const target = sms === "local" ? "*" : siteOrigin;
  const post = (news: { token?: string; isOpen?: boolean }): void =>
    window.parent.postMessage({ type: "human-check", ...news }, target);
  const tell = (token?: string): void => post(token ? { token } : {});
  if (sms === "local" && siteOrigin !== window.location.origin) {
    tell(LOCAL_TOKEN);
    return;
  }
  if (siteKey === undefined || siteOrigin === window.location.origin) {
    tell();
    return;
  }
  post({ isOpen: false });
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
    if (!recaptcha.success) {
      tell();
      return;
    }
    recaptcha.output.render(box, {
      sitekey: siteKey,
      size: window.innerWidth < NORMAL_WIDTH ? "compact" : "normal",
      callback: (token: unknown) => tell(typeof token === "string" ? token : undefined),
      "error-callback": () => tell(),
    });
  };
  Object.assign(window, { onHumanCheckLoad: render });
  const script = document.createElement("script");
  script.src = CHECK_SCRIPT;
  script.onerror = () => tell();
  document.head.append(script);
}

const config = v.safeParse(
  v.pipe(v.string(), v.parseJson(), Config),
  document.getElementById("config")?.textContent,
);
if (config.success) start(config.output);
