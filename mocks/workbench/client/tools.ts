import type { ClientTexts } from "./client-texts.ts";

/**
 * The shared functions of the workbench. They run in the browser and are sent there as text, so this file may
 * import only types.
 */
export type Tools = ReturnType<typeof createTools>;

/** `pageScript` explains why everything that the page needs is inside this function. */
export function createTools(texts: ClientTexts) {
  type Child = Node | string | false | undefined;
  type Options = {
    text?: string;
    class?: string;
    attributes?: Record<string, string>;
    click?: () => unknown;
  };

  const byId = (id: string): HTMLElement => {
    const found = document.getElementById(id);
    if (!found) throw new Error(`the page has no ${id}`);
    return found;
  };

  const showMessage = (message: string, isProblem = false) => {
    const status = byId("status");
    status.textContent = message;
    status.classList.toggle("bad", isProblem);
  };

  /** Runs a button's action, and shows its failure. */
  const perform = async (act: () => unknown) => {
    try {
      await act();
    } catch (cause) {
      showMessage(cause instanceof Error ? cause.message : String(cause), true);
    }
  };

  const createElement = <Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    options: Options = {},
    ...children: Child[]
  ): HTMLElementTagNameMap[Tag] => {
    const made = document.createElement(tag);
    if (options.class) made.className = options.class;
    if (options.text !== undefined) made.textContent = options.text;
    for (const [name, value] of Object.entries(options.attributes ?? {})) made.setAttribute(name, value);
    const { click } = options;
    if (click) made.addEventListener("click", () => perform(click));
    made.append(...children.filter((child) => child !== false && child !== undefined));
    return made;
  };

  /** @param key the button's purpose, for buttons with changing labels: keeps the focus */
  const createButton = (text: string, label: string, click: () => unknown, key = label) =>
    createElement("button", {
      text,
      attributes: { type: "button", "aria-label": label, "data-key": key },
      click,
    });

  /** One item of a list: its name, what is beside the name, a note, and its controls. */
  const createItem = (name: string, aside: string, note: string, ...controls: Child[]) =>
    createElement(
      "li",
      { class: "item" },
      createElement("div", { class: "title" }, createElement("strong", { text: name }), aside),
      note !== "" && createElement("small", { text: note }),
      ...controls,
    );
  const createRow = (...controls: Child[]) => createElement("div", { class: "row" }, ...controls);

  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null;

  /** Adds this page's world to a requested address. The host may already name the same world. */
  const world = new URLSearchParams(location.search).get("world");
  const inWorld = (path: string): string => {
    const url = new URL(path, location.origin);
    if (world) url.searchParams.set("world", world);
    return url.pathname + url.search;
  };

  /** Calls a control endpoint. @throws with the server's message */
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(inWorld(`/__local/${path}`), {
      method,
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    const answer: unknown = text === "" ? {} : JSON.parse(text);
    if (response.ok) return answer;
    const error = isRecord(answer) ? answer["error"] : undefined;
    throw new Error(isRecord(error) ? String(error["message"]) : texts.failed(response.status));
  };

  /** Changes something at a control endpoint, and says what was done. */
  const changeAndConfirm = async (method: string, path: string, done: string, body?: unknown) => {
    await call(method, path, body);
    showMessage(done);
  };

  const onClick = (id: string, act: () => unknown) => byId(id).addEventListener("click", () => perform(act));

  /** A link that looks like a button and leads to another page. */
  const createLinkButton = (text: string, label: string, href: string) =>
    createElement("a", {
      text,
      class: "button",
      attributes: { href, target: "_blank", rel: "noreferrer", "aria-label": label },
    });

  const fieldValueOf = (form: HTMLFormElement, name: string): string => {
    const value = new FormData(form).get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const onSubmit = (id: string, act: (form: HTMLFormElement) => Promise<unknown>) => {
    const form = byId(id);
    if (!(form instanceof HTMLFormElement)) throw new Error(`${id} is no form`);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void perform(() => act(form));
    });
    return form;
  };

  /**
   * Replaces a list without losing the keyboard focus inside it. If the focused button is gone, its item takes the
   * focus, then the item in its place, then the list's heading: a neighboring button may do harm at the next key.
   * @param none shown in place of an empty list
   */
  const replaceItems = (list: HTMLElement, rows: HTMLElement[], none = "") => {
    const items =
      rows.length > 0 || none === "" ? rows : [createElement("li", { class: "soft", text: none })];
    const focused = document.activeElement;
    const isInside = focused !== null && focused !== list && list.contains(focused);
    const key = isInside ? focused.getAttribute("data-key") : null;
    const place = isInside ? Array.from(list.children).findIndex((item) => item.contains(focused)) : -1;
    list.replaceChildren(...items);
    if (!isInside) return;
    const successor =
      Array.from(list.querySelectorAll<HTMLElement>("[data-key]")).find(
        (candidate) => key !== null && candidate.getAttribute("data-key") === key,
      ) ??
      items[Math.min(place, items.length - 1)] ??
      list.closest("section")?.querySelector("h2");
    if (successor && !successor.hasAttribute("data-key")) successor.tabIndex = -1;
    successor?.focus();
  };

  const formatTime = (ms: number): string => new Date(ms).toLocaleTimeString([], { hour12: false });

  return {
    texts,
    byId,
    showMessage,
    perform,
    createElement,
    createItem,
    createRow,
    createButton,
    createLinkButton,
    call,
    changeAndConfirm,
    inWorld,
    fieldValueOf,
    onSubmit,
    onClick,
    replaceItems,
    formatTime,
    isRecord,
  };
}
