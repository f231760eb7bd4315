import { setTimeout as pause } from "node:timers/promises";

type Call = "subscription" | "message";

/** The requests of writers and their results. */
export const createLedger = () => ({
  /** Addresses whose subscription got a 200: each must be stored. */
  subscribed: new Set<string>(),
  /** Addresses whose message got a 200. */
  messaged: new Set<string>(),
  /** The number of responses per status; 0 means no response. */
  answers: new Map<number, number>(),
});
export type Ledger = ReturnType<typeof createLedger>;

const RETRY_MS = 5;
let sent = 0;

/** Makes one call with its own address and records the response. Nothing is sent again. */
export async function writeOnce(origin: string, call: Call, ledger: Ledger): Promise<number> {
  const email = `p${++sent}@example.com`;
  const [path, body] =
    call === "subscription"
      ? ["/api/newsletter", { email }]
      : ["/api/sheets/contact?tabId=responses", [["Alice", email, "Hello"]]];
  const status = await fetch(origin + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  ledger.answers.set(status, (ledger.answers.get(status) ?? 0) + 1);
  if (status === 200) (call === "subscription" ? ledger.subscribed : ledger.messaged).add(email);
  return status;
}

/** Starts writers that make one call after the other, of all kinds in turn, until `stop`. */
export function startWriters(
  origin: string,
  options: { count: number; calls: readonly Call[]; ledger: Ledger },
): { stop(): Promise<void> } {
  let isOver = false;
  const write = async (): Promise<void> => {
    while (!isOver) {
      for (const call of options.calls) {
        if ((await writeOnce(origin, call, options.ledger)) !== 200) await pause(RETRY_MS);
      }
    }
  };
  const writers = Array.from({ length: options.count }, write);
  return {
    async stop() {
      isOver = true;
      await Promise.all(writers);
    },
  };
}
