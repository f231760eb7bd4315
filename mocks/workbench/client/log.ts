import type { Tools } from "./tools.ts";

/** Live requests and lifecycle events of the tested page. */
export function createLogView(tools: Tools) {
  const { byId, call, createElement, onClick, isRecord, formatTime } = tools;
  const texts = tools.texts.log;
  const MOST = 200;
  const list = byId("log-list");
  const paused = byId("log-pause");
  const isPaused = () => paused instanceof HTMLInputElement && paused.checked;

  const createCell = (text: string, name = "") => createElement("td", { text, class: name });

  const prependRow = (row: HTMLElement) => {
    if (isPaused()) return;
    list.prepend(row);
    while (list.children.length > MOST) list.lastElementChild?.remove();
  };

  const showRequest = (entry: unknown) => {
    if (!isRecord(entry)) return;
    const { at, method, endpoint, status, word, email, uid, tookMs, faults } = entry;
    const failed = Number(status) >= 400 || Number(status) === 0;
    const outcome = Number(status) === 0 ? texts.noResponse : String(status);
    prependRow(
      createElement(
        "tr",
        {},
        createCell(formatTime(Number(at)), "figure"),
        createCell(`${String(method)} ${String(endpoint)}`),
        createCell([outcome, word].filter(Boolean).join(" "), failed ? "bad" : ""),
        createCell(String(email ?? uid ?? "")),
        createCell(
          Array.isArray(faults) ? texts.script(faults.join(", ")) : texts.took(String(tookMs)),
          "figure",
        ),
      ),
    );
  };

  const showEvent = (entry: unknown) => {
    if (!isRecord(entry)) return;
    const { id: _, type, receivedAt, ...details } = entry;
    const words = Object.entries(details).map(([name, value]) => `${name} ${String(value)}`);
    prependRow(
      createElement(
        "tr",
        { class: "page-event" },
        createCell(formatTime(Number(receivedAt)), "figure"),
        createCell(texts.page),
        createCell(String(type)),
        createCell(words.join(", ")),
        createCell(""),
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
      showEvent({ ...Object.fromEntries(kept), type: data["type"].slice(0, 40), receivedAt: Date.now() });
    },
  );

  onClick("log-clear", async () => {
    await call("DELETE", "log");
    list.replaceChildren();
  });

  const loadLog = async () => {
    const [log, events] = await Promise.all([call("GET", "log"), call("GET", "events")]);
    const requests = isRecord(log) && Array.isArray(log["requests"]) ? log["requests"] : [];
    const told = isRecord(events) && Array.isArray(events["events"]) ? events["events"] : [];
    list.replaceChildren();
    const timeFieldOf = (entry: unknown, name: string) => (isRecord(entry) ? Number(entry[name]) : 0);
    const all = [
      ...requests.map((entry: unknown) => ({ at: timeFieldOf(entry, "at"), show: () => showRequest(entry) })),
      ...told.map((entry: unknown) => ({
        at: timeFieldOf(entry, "receivedAt"),
        show: () => showEvent(entry),
      })),
    ].sort((one, other) => one.at - other.at);
    for (const { show } of all) show();
  };

  return { request: showRequest, event: showEvent, load: loadLog };
}
