import type { Tools } from "./tools.ts";

/** Live requests and lifecycle events of the tested page. */
export function createLogView(tools: Tools) {
  const { byId, call, element, onClick, isRecord, time } = tools;
  const texts = tools.texts.log;
  const MOST = 200;
  const list = byId("log-list");
  const paused = byId("log-pause");
  const isPaused = () => paused instanceof HTMLInputElement && paused.checked;

  const cell = (text: string, name = "") => element("td", { text, class: name });

  const prepend = (row: HTMLElement) => {
    if (isPaused()) return;
    list.prepend(row);
    while (list.children.length > MOST) list.lastElementChild?.remove();
  };

  const request = (entry: unknown) => {
    if (!isRecord(entry)) return;
    const { at, method, endpoint, status, word, email, uid, tookMs, faults } = entry;
    const failed = Number(status) >= 400 || Number(status) === 0;
    const outcome = Number(status) === 0 ? texts.noResponse : String(status);
    prepend(
      element(
        "tr",
        {},
        cell(time(Number(at)), "figure"),
        cell(`${String(method)} ${String(endpoint)}`),
        cell([outcome, word].filter(Boolean).join(" "), failed ? "bad" : ""),
        cell(String(email ?? uid ?? "")),
        cell(Array.isArray(faults) ? texts.script(faults.join(", ")) : texts.took(String(tookMs)), "figure"),
      ),
    );
  };

  const event = (entry: unknown) => {
    if (!isRecord(entry)) return;
    const { id: _, type, receivedAt, ...details } = entry;
    const words = Object.entries(details).map(([name, value]) => `${name} ${String(value)}`);
    prepend(
      element(
        "tr",
        { class: "page-event" },
        cell(time(Number(receivedAt)), "figure"),
        cell(texts.page),
        cell(String(type)),
        cell(words.join(", ")),
        cell(""),
      ),
    );
  };

  /** Pages on this origin need no request, because they broadcast their events. */
  const KEPT = [
    "attempt",
    "cause",
    "code",
    "expiresAt",
    "kind",
    "late",
    "providerId",
    "reason",
    "retryAt",
    "status",
  ];
  new BroadcastChannel("tallybin-lifecycle").addEventListener(
    "message",
    ({ data }: MessageEvent<unknown>) => {
      if (!isRecord(data) || typeof data["type"] !== "string") return;
      const kept = Object.entries(data).filter(
        ([name, value]) =>
          KEPT.includes(name) && (typeof value === "number" || /^[\w./ -]{1,40}$/.test(String(value))),
      );
      event({ ...Object.fromEntries(kept), type: data["type"].slice(0, 40), receivedAt: Date.now() });
    },
  );

  onClick("log-clear", async () => {
    await call("DELETE", "log");
    list.replaceChildren();
  });

  const load = async () => {
    const [log, events] = await Promise.all([call("GET", "log"), call("GET", "events")]);
    const requests = isRecord(log) && Array.isArray(log["requests"]) ? log["requests"] : [];
    const told = isRecord(events) && Array.isArray(events["events"]) ? events["events"] : [];
    list.replaceChildren();
    const timeOf = (entry: unknown, name: string) => (isRecord(entry) ? Number(entry[name]) : 0);
    const all = [
      ...requests.map((entry: unknown) => ({ at: timeOf(entry, "at"), show: () => request(entry) })),
      ...told.map((entry: unknown) => ({ at: timeOf(entry, "receivedAt"), show: () => event(entry) })),
    ].sort((one, other) => one.at - other.at);
    for (const { show } of all) show();
  };

  return { request, event, load };
}
