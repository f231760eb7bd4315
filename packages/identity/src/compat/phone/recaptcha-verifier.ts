import { partsOf } from "../../client/client-parts.ts";
import { parseWire } from "../../http/http.ts";
import { Text } from "../../lib/data.ts";
import * as v from "../../lib/schema.ts";
import { authCoreOf } from "../auth/auth.ts";
import { authError } from "../errors.ts";
import type { Auth } from "../types.ts";

/** Proves that a person requested a text message. An application may bring its own. */
export type ApplicationVerifier = { readonly type: string; verify(): Promise<string> };

export type RecaptchaParameters = {
  size?: "normal" | "compact" | "invisible";
  callback?: ((token: string) => void) | string;
  sitekey?: string;
  [name: string]: unknown;
};

/** The part of Google's reCAPTCHA script that the verifier uses. */
type Recaptcha = {
  render(container: HTMLElement, parameters: RecaptchaParameters & { callback(token: string): void }): number;
  getResponse(widgetId: number): string;
  execute(widgetId: number): unknown;
  reset(widgetId: number): void;
};
type Page = { grecaptcha?: Partial<Recaptcha> } & Record<string, unknown>;

const SCRIPT = "https://www.google.com/recaptcha/api.js";
const ON_LOAD = "__recaptchaLoaded";
const TEST_TOKEN = "no-recaptcha-in-tests";

/** Replaces Google's script in tests and with an emulator, because emulators accept any token. */
const solved: Recaptcha = {
  render: (_, { callback }) => {
    callback(TEST_TOKEN);
    return 0;
  },
  getResponse: () => TEST_TOKEN,
  execute: () => {},
  reset: () => {},
};

const findRecaptcha = ({ grecaptcha }: Page): Recaptcha | undefined =>
  grecaptcha?.render ? (grecaptcha as Recaptcha) : undefined;

/** The script stays in the page, because it serves all verifiers. */
function loadRecaptcha(language: string | null): Promise<Recaptcha> {
  const page = globalThis as unknown as Page;
  return new Promise((resolve, reject) => {
    const finishLoading = () => {
      const recaptcha = findRecaptcha(page);
      if (recaptcha) resolve(recaptcha);
      else reject(authError("internal-error", { message: "reCAPTCHA did not load" }));
    };
    if (findRecaptcha(page)) return finishLoading();
    const script = document.createElement("script");
    const query = new URLSearchParams({ onload: ON_LOAD, render: "explicit", hl: language ?? "" });
    page[ON_LOAD] = finishLoading;
    script.onerror = finishLoading;
    script.src = `${SCRIPT}?${query}`;
    document.head.append(script);
  });
}

const SiteKey = v.object({ recaptchaSiteKey: Text });

async function fetchSiteKey(auth: Auth): Promise<string> {
  const { client, run } = authCoreOf(auth);
  const answer = await run(() => partsOf(client).http("v1/recaptchaParams"));
  return parseWire(SiteKey, answer).recaptchaSiteKey;
}

/**
 * Google's reCAPTCHA widget. The only part of this package that loads a script of another origin, as the application
 * requests by rendering it. It loads none with `appVerificationDisabledForTesting`, which an emulator sets.
 */
export class RecaptchaVerifier implements ApplicationVerifier {
  readonly type = "recaptcha";
  readonly #auth: Auth;
  readonly #parameters: RecaptchaParameters;
  readonly #listeners = new Set<(token: string) => void>();
  /** Undefined after `clear`. */
  #container: HTMLElement | undefined;
  #recaptcha: Recaptcha | undefined;
  #rendering: Promise<number> | undefined;
  #widgetId: number | undefined;

  /**
   * @param container an element or its ID; empty, unless the widget is invisible
   * @throws AuthError `auth/argument-error`, `auth/operation-not-supported-in-this-environment` without a document
   */
  constructor(
    auth: Auth,
    container: HTMLElement | string,
    parameters: RecaptchaParameters = { theme: "light", type: "image" },
  ) {
    if (typeof document === "undefined") throw authError("operation-not-supported-in-this-environment");
    const element = typeof container === "string" ? document.getElementById(container) : container;
    const isFree = parameters.size === "invisible" || !element?.hasChildNodes();
    if (!element || parameters.sitekey || !isFree) throw authError("argument-error");
    this.#auth = auth;
    this.#container = element;
    this.#parameters = parameters;
  }

  get #isInvisible(): boolean {
    return this.#parameters.size === "invisible";
  }

  /** Resolves to the token, once the person has solved the widget. */
  async verify(): Promise<string> {
    const id = await this.render();
    const recaptcha = this.#recaptcha;
    return (
      recaptcha?.getResponse(id) ||
      new Promise((resolve) => {
        const onToken = (token: string) => {
          // An expired widget calls with an empty token.
          if (token && this.#listeners.delete(onToken)) resolve(token);
        };
        this.#listeners.add(onToken);
        if (this.#isInvisible) recaptcha?.execute(id);
      })
    );
  }

  /** Shows the widget once; resolves to its ID. */
  async render(): Promise<number> {
    const container = this.#uncleared();
    this.#rendering ??= this.#show(container).catch((error) => {
      this.#rendering = undefined;
      throw error;
    });
    return this.#rendering;
  }

  /** Removes the widget. */
  clear(): void {
    const container = this.#uncleared();
    this.#container = undefined;
    if (!this.#isInvisible) container.replaceChildren();
  }

  /** Called after each text message, because a token is valid once. */
  _reset(): void {
    this.#uncleared();
    if (this.#widgetId !== undefined) this.#recaptcha?.reset(this.#widgetId);
  }

  #uncleared(): HTMLElement {
    if (this.#container) return this.#container;
    throw authError("internal-error", { message: "The verifier was cleared" });
  }

  async #show(container: HTMLElement): Promise<number> {
    const auth = this.#auth;
    const isTest = auth.settings.appVerificationDisabledForTesting;
    const recaptcha = isTest ? solved : await loadRecaptcha(auth.languageCode);
    const sitekey = isTest ? "" : await fetchSiteKey(auth);
    // Google's script refuses an element that it has used before.
    const place = this.#isInvisible ? container : document.createElement("div");
    if (place !== container) container.append(place);
    this.#recaptcha = recaptcha;
    this.#widgetId = recaptcha.render(place, {
      ...this.#parameters,
      sitekey,
      callback: (token) => {
        for (const listener of this.#listeners) listener(token);
        const { callback } = this.#parameters;
        const given = typeof callback === "string" ? (globalThis as unknown as Page)[callback] : callback;
        if (typeof given === "function") given(token);
      },
    });
    return this.#widgetId;
  }
}
