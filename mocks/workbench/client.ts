import type { WorkbenchScriptTexts } from "./workbench-texts.ts";

/**
 * The script of the workbench. The page says what each control does: `data-call` has the request, and `data-body`, the
 * control's value or the form's fields are its body. After each change, the parts marked `data-live` are replaced by
 * those of the page that the services render then. Runs as text, so it must be self-contained.
 */
export function runWorkbench(texts: WorkbenchScriptTexts): void {
  const SOON_MS = 120;
  type Values = Record<string, unknown>;

  const showMessage = (message: string, isProblem = false) => {
    const status = document.querySelector("#status");
    if (!status) return;
    status.textContent = message;
    status.classList.toggle("bad", isProblem);
  };

  /** @throws with the server's message */
  const send = async (call: string, body?: unknown): Promise<Values> => {
    const [method = "", path = ""] = call.split(" ");
    const headers = { "content-type": "application/json" };
    const response = await fetch(path, {
      method,
      ...(body !== undefined && { headers, body: JSON.stringify(body) }),
    });
    const answer = JSON.parse((await response.text()) || "{}");
    if (!response.ok) throw new Error(answer.error?.message ?? texts.failed(response.status));
    return answer;
  };

  /** Sends the request of a control, and shows what was done. `{email}` is a value of the request or its response. */
  const perform = async ({ dataset }: HTMLElement, readBody: () => unknown) => {
    try {
      const body = await readBody();
      const values: Values = { ...(body as Values), ...(await send(dataset["call"] ?? "", body)) };
      const done = dataset["done"]?.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
      showMessage(done?.trim() ?? "");
      return true;
    } catch (cause) {
      showMessage(cause instanceof Error ? cause.message : String(cause), true);
      return false;
    }
  };

  const fieldValueOf = (field: HTMLInputElement | HTMLSelectElement): unknown => {
    const { type, value, dataset } = field;
    if (field instanceof HTMLInputElement && type === "checkbox")
      return JSON.parse(field.checked ? value : (dataset["off"] ?? "null")) ?? undefined;
    if (type === "number") return value === "" ? undefined : Number(value) * Number(dataset["scale"] ?? 1);
    return "json" in dataset ? JSON.parse(value) : value.trim() || undefined;
  };

  /** The fields of a form that have a value. The detail of a fault goes where the chosen fault has it. */
  const readFields = (form: HTMLFormElement): Values => {
    const fields = Array.from(form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]"));
    const values = fields.map((field) => [field.name, fieldValueOf(field)] as const);
    const { detail, ...body } = Object.fromEntries(values.filter(([, value]) => value !== undefined));
    const name = form.querySelector<HTMLElement>("[data-detail]:checked")?.dataset["detail"];
    const faultDetail = name && detail !== undefined && { [name]: Number(detail) || detail };
    return faultDetail ? { ...body, fault: { ...(body["fault"] as Values), ...faultDetail } } : body;
  };

  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("button[type=button]") : null;
    const { copy, call, body } = button?.dataset ?? {};
    if (button && call) void perform(button, () => (body ? JSON.parse(body) : undefined));
    if (copy) void navigator.clipboard.writeText(copy).then(() => showMessage(texts.copied));
  });
  document.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !(await perform(form, () => readFields(form)))) return;
    if (!("once" in form.dataset)) return;
    form.reset();
    const details = form.closest("details");
    details?.querySelector("summary")?.focus();
    details?.removeAttribute("open");
  });
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (!target.dataset["call"]) return;
    const file = target instanceof HTMLInputElement ? target.files?.[0] : undefined;
    void perform(target, async () => (file ? JSON.parse(await file.text()) : fieldValueOf(target)));
  });

  /** Shows times in the reader's own way. The clock runs on between two changes. */
  const showTimes = () => {
    for (const time of document.querySelectorAll<HTMLElement>("time[data-at]"))
      time.textContent = new Date(Number(time.dataset["at"])).toLocaleTimeString([], { hour12: false });
    for (const time of document.querySelectorAll<HTMLElement>("time[data-offset]")) {
      const { offset, frozen } = time.dataset;
      const now = frozen ? Number(frozen) : Date.now() + Number(offset);
      time.textContent = new Date(now).toLocaleString([], { hour12: false });
    }
  };

  /**
   * Replaces a part without losing the keyboard focus inside it. If the focused button is gone, its item takes the
   * focus, then the item in its place, then the part's heading: a neighboring button may do harm at the next key.
   */
  const replacePart = (part: HTMLElement, next: HTMLElement) => {
    const focused = document.activeElement;
    const place = Array.from(part.children).findIndex((item) => item.contains(focused));
    const key = focused?.getAttribute("data-key");
    const open = Array.from(part.querySelectorAll("details[open]"), ({ id }) => id);
    part.replaceChildren(...next.childNodes);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (place < 0) return;
    const items = Array.from(part.children).filter((item) => item instanceof HTMLElement);
    const successor =
      Array.from(part.querySelectorAll<HTMLElement>("[data-key]")).find(
        (candidate) => candidate.dataset["key"] === key,
      ) ??
      items[Math.min(place, items.length - 1)] ??
      part.closest("section")?.querySelector("h2");
    if (successor && !successor.hasAttribute("data-key")) successor.tabIndex = -1;
    successor?.focus();
  };

  const parts = Array.from(document.querySelectorAll<HTMLElement>("[data-live]"));
  const shown = new Map(parts.map((part) => [part, part.innerHTML]));
  const isBusy = (part: HTMLElement) => {
    const focused = document.activeElement;
    const isPaused = Boolean(part.closest("section")?.querySelector("[data-pause]:checked"));
    return isPaused || (part.contains(focused) && focused?.matches("input, select"));
  };
  const drawParts = (page: Document) => {
    for (const part of parts) {
      const next = page.getElementById(part.id);
      // Redraw a part in which the user is typing only after they have finished.
      if (!next || next.innerHTML === shown.get(part) || isBusy(part)) continue;
      shown.set(part, next.innerHTML);
      replacePart(part, next);
    }
    showTimes();
  };

  const filter = document.querySelector<HTMLInputElement>("#accounts-filter");
  /** The page as it is now. The policy of trusted types allows no HTML from a text, but a response is a document. */
  const loadPage = () =>
    new Promise<void>((resolve) => {
      const url = new URL(location.href);
      url.searchParams.set("filter", filter?.value.trim() ?? "");
      const request = new XMLHttpRequest();
      request.open("GET", url);
      request.responseType = "document";
      request.addEventListener("loadend", () => {
        if (request.status === 200 && request.responseXML) drawParts(request.responseXML);
        resolve();
      });
      request.send();
    });

  let isDue = false;
  let drawn = Promise.resolve();
  const refreshSoon = () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      drawn = drawn.then(() => {
        isDue = false;
        return loadPage();
      });
    }, SOON_MS);
  };

  filter?.addEventListener("input", refreshSoon);
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input, select, textarea");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    filter?.focus();
  });

  const { stream: streamPath = "", events = "" } = document.body.dataset;
  const stream = new EventSource(streamPath);
  for (const name of ["request", "event", "clock", "changed"]) stream.addEventListener(name, refreshSoon);
  stream.addEventListener("open", () => {
    showMessage(texts.connected);
    refreshSoon();
  });
  stream.addEventListener("error", () => showMessage(texts.noAnswer, true));

  // One workbench passes the events of pages on this origin on, because each of them receives all.
  void navigator.locks?.request(events, () => {
    new BroadcastChannel("tallybin-lifecycle").addEventListener("message", ({ data }: MessageEvent) => {
      send(events, data).catch(() => undefined);
    });
    return new Promise(() => {});
  });
  showTimes();
  setInterval(showTimes, 1000);
}
