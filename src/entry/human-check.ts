import * as v from "valibot";

// The framed page of the human check: the only one that loads a script of somebody else's. It knows nothing of
// sessions and hands over one token, to a parent of our own origin and to nobody else.

const CHECK_SCRIPT = "https://www.google.com/recaptcha/api.js?render=explicit&onload=onHumanCheckLoad";
const Config = v.object({ recaptchaSiteKey: v.string() });
const Recaptcha = v.object({ render: v.function() });

const tell = (token?: string): void =>
  window.parent.postMessage({ type: "human-check", ...(token && { token }) }, window.location.origin);

function start(siteKey: string): void {
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
if (config.success) start(config.output.recaptchaSiteKey);
else tell();
