// Runs before the page is painted, because a user may press a button before the page's own script has loaded. A
// classic script, so it has no imports, and the block keeps its names out of the global scope.
{
  const { documentElement, currentScript } = document;

  // On a slow connection, text keeps the system's font, so that the page's script does not compete with ours. Elsewhere
  // the first paint waits up to 0.1 s for the font, because it is preloaded.
  const connection: unknown = Reflect.get(navigator, "connection"); // Chromium alone has it
  const font = currentScript?.dataset["font"];
  if (connection instanceof EventTarget && /2g|3g/.test(String(Reflect.get(connection, "effectiveType"))))
    documentElement.dataset["slow"] = "";
  else if (font !== undefined) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", href: font });
    document.head.append(link);
  }

  const HELD_CONTROL = "[data-held]:not(form)";
  const isMenuButton = (element: HTMLElement): boolean => element.hasAttribute("aria-expanded");
  const releaseHeld = (held: string): void => {
    for (const element of document.querySelectorAll<HTMLElement>(`${held}, ${held} [aria-busy]`)) {
      delete element.dataset["held"];
      element.removeAttribute("aria-busy");
      if (isMenuButton(element)) element.setAttribute("aria-expanded", "false");
    }
  };
  const findLostMessage = (): HTMLElement | null => document.querySelector("p[data-lost]");

  /** Records a press instead of an earlier one. The style sheet draws the spinner of the pressed button. */
  const holdPress = (event: Event, held: HTMLElement, pressed: HTMLElement | null): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    releaseHeld(HELD_CONTROL);
    const lost = findLostMessage();
    if (lost) lost.scrollIntoView({ block: "nearest" });
    else {
      held.dataset["held"] = "";
      pressed?.setAttribute("aria-busy", "true");
    }
  };

  /**
   * A form with `data-hold` cannot be sent yet. Its submit is recorded, and `useHold` performs it once the form can
   * be sent. The browser never sends it, so typed text cannot leave the page that way.
   */
  const holdSubmit = (event: SubmitEvent): void => {
    const form = event.target;
    if (form instanceof HTMLFormElement && "hold" in form.dataset) holdPress(event, form, event.submitter);
  };
  document.addEventListener("submit", holdSubmit, { capture: true });

  /**
   * A button or link with `data-hold` has no handler yet. The last press is recorded, and `useHeldClick` performs it. A
   * navigation by the browser would lose the typed text that such a link takes to the next page.
   */
  const holdClick = (event: MouseEvent): void => {
    const control =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-hold]:not(form)") : null;
    const isLink = control instanceof HTMLAnchorElement;
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!control || (isLink && (isElsewhere || findLostMessage()))) return;
    const isOpen = "held" in control.dataset;
    holdPress(event, control, control);
    if (!isMenuButton(control) || !("held" in control.dataset)) return;
    // The style sheet shows the menu of a held press, so that it opens at once. A second press closes it.
    if (isOpen) releaseHeld(HELD_CONTROL);
    else control.setAttribute("aria-expanded", "true");
    control.removeAttribute("aria-busy");
  };
  document.addEventListener("click", holdClick, { capture: true });

  /** Without its script the page is readable, but presses would wait indefinitely, so show a message. */
  const showLostMessage = (): void => {
    if ("static" in documentElement.dataset) return;
    documentElement.dataset["static"] = "";
    releaseHeld("[data-held]");
    const message = document.createElement("p");
    message.setAttribute("role", "alert");
    message.dataset["lost"] = "";
    message.textContent = currentScript?.dataset["lostText"] ?? "";
    document.body.prepend(message);
  };
  const onError = ({ target }: Event): void => {
    if (target instanceof HTMLScriptElement) showLostMessage();
  };
  window.addEventListener("error", onError, { capture: true });
  window.addEventListener("page-lost", showLostMessage); // the page's script dispatches it if a part of the page is missing

  // Read by `hasHadFocus`, because the page's own script may load after the first focus.
  const noteFocus = (): void => {
    documentElement.dataset["focused"] = "";
  };
  document.addEventListener("focusin", noteFocus, { once: true });

  // The server lists in `data-without` what this site does not offer; this adds what the browser cannot do.
  if (!("PublicKeyCredential" in window))
    documentElement.dataset["without"] = `${documentElement.dataset["without"] ?? ""} passkeys`.trim();
}
