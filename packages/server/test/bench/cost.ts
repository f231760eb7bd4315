import { median, ratios, spread } from "./compare.ts";
import { databaseUs } from "./processor-time.ts";

/** Processor time per transaction in microseconds, the database's separately, and transactions per second. */
export type Cost = { client: number; database: number; rate: number };

/** @param work makes transactions for some seconds and returns their count */
export async function costPer(
  clientUs: () => number,
  backend: number,
  work: () => Promise<number>,
): Promise<Cost> {
  const [client, database, began] = [clientUs(), databaseUs(backend), performance.now()];
  const made = Math.max(1, await work());
  const seconds = (performance.now() - began) / 1000;
  return {
    client: (clientUs() - client) / made,
    database: (databaseUs(backend) - database) / made,
    rate: made / seconds,
  };
}

const costs = (measured: readonly Cost[]): number[] =>
  measured.map(({ client, database }) => client + database);

/** "412 + 96 µs, 1830/s": the client's processor time, the database's, and the rate. */
const describe = (measured: readonly Cost[]): string => {
  const [client, database, rate] = (["client", "database", "rate"] as const).map((part) =>
    median(measured.map((each) => each[part])).toFixed(0),
  );
  return `${database === "0" ? client : `${client} + ${database}`} µs, ${rate}/s`;
};

/** From one visitor at a time to a crowd. Statements of requests that arrive together are shared. */
export const CONNECTIONS = [1, 16, 50] as const;

export const COST_HEADER = `| Request | Connections | Ours | nginx or pgbench | Node's \`http\` and \`pg\` alone | Of nginx or pgbench | Of Node alone |
| --- | --- | --- | --- | --- | --- | --- |
`;

/** A line of the table. The ratios are those of the processor time, the database's included. */
export const costRow = (
  request: string,
  connections: number,
  { ours, theirs, floor }: Record<"ours" | "theirs" | "floor", Cost[]>,
): string => {
  const [ofTheirs, ofFloor] = [theirs, floor].map((other) => spread(ratios(costs(other), costs(ours)), 2));
  return `| ${[request, connections, ...[ours, theirs, floor].map(describe), ofTheirs, ofFloor].join(" | ")} |\n`;
};
