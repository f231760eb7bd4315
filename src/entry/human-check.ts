import * as v from "valibot";

// The framed page of the human check: the only page with a third-party script. It is on its own origin without
// sessions, and passes one token to a parent of the site's origin only.

const CHECK_SCRIPT = "https://www.google.com/recaptcha/api.js?render=explicit&onload=onHumanCheckLoad";
const Config = v.object({
  origin: v.string(),
  sms: v.picklist(["off", "recaptcha", "local"]),
  recaptchaSiteKey: v.exactOptional(v.string()),
});
/** The local services accept any token. */
const LOCAL_TOKEN = "local-human-check";
const Recaptcha = v.object({ render: v.function() });

function start({ origin: siteOrigin, sms, recaptchaSiteKey: siteKey }: v.InferOutput<typeof Config>): void {
  const tell = (token?: string): void =>
    window.parent.postMessage({ type: "human-check", ...(token && { token }) }, siteOrigin);
  if (sms === "local" && siteOrigin !== window.location.origin) {
    tell(LOCAL_TOKEN);
    return;
  }
  if (siteKey === undefined || siteOrigin === window.location.origin) {
    tell();
    return;
  }
  const box = document.body.appendChild(document.createElement("div"));
  const render = (): void => {
    const recaptcha = v.safeParse(Recaptcha, Reflect.get(window, "grecaptcha"));
    if (!recaptcha.success) {
      tell();
      return;
    }
    recaptcha.output.render(box, {
      sitekey: siteKey,
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
