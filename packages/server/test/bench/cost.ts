import { spread } from "./compare.ts";
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

export const costs = (measured: readonly Cost[]): number[] =>
  measured.map(({ client, database }) => client + database);

export const describe = (measured: readonly Cost[]): string =>
  [
    `${spread(costs(measured), 0)} µs`,
    `of which database ${spread(
      measured.map(({ database }) => database),
      0,
    )}`,
    `${spread(
      measured.map(({ rate }) => rate),
      0,
    )}/s`,
  ].join("  ");
