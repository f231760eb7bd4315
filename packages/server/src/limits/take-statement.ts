/** A row of the limits: a request moves it by `shareSeconds`, at most `periodSeconds` ahead. */
export type Entry = { key: string; shareSeconds: number; periodSeconds: number };

/**
 * A statement that allowed requests make: it changes rows `from allowed`, which has a row for each of them.
 * @property columns name and type of each value of a request
 */
export type Effect = { text: string; columns: Readonly<Record<string, string>> };

/** A bucket that is full later than in a period is one of a clock that was ahead, so it counts as full. */
const nextSql = (
  period: string,
): string => `case when r.full_at > clock_timestamp() + ${period} then clock_timestamp()
  else greatest(r.full_at, clock_timestamp()) end + (excluded.full_at - now())`;

/**
 * One row per subject holds the time at which its bucket is full again (the generic cell rate algorithm). A request moves
 * it by its share of the period, at most one period ahead. One statement changes all rows by the database's clock, for
 * all servers. A request may wait for a later one, so the clock counts and not the statement's beginning.
 * @param names of the key and of the numbers of the entry, as SQL
 */
function takeShareSql(from: string, [key, share, period]: readonly [string, string, string]): string {
  const interval = `make_interval(secs => ${period})`;
  return `
  insert into rate_limits as r (key, full_at)
    select ${key}, now() + make_interval(secs => ${share}) from ${from}
    on conflict (key) do update set full_at = ${nextSql(interval)}
      where ${nextSql(interval)} <= clock_timestamp() + ${interval}
    returning key`;
}

/**
 * The statement of several requests against the same limits. The first values are the shares and periods of the limits;
 * then follow one list per limit with the keys of all requests, and one list per value of the effect.
 *
 * Each limit is taken only if the one before it was, so a refused client creates no row for an address. Rows are locked
 * in the order of their keys, because two statements could otherwise wait for each other.
 * @param count the number of limits
 * @returns a text whose rows are the keys that were taken
 */
export function takeSharesSql(count: number, effect?: Effect): string {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const columns: Record<string, string> = {
    ...Object.fromEntries(numbers.map((n) => [`key_${n}`, "text"])),
    ...effect?.columns,
  };
  const lists = Object.values(columns).map((type, n) => `$${2 * count + n + 1}::${type}[]`);
  const requests = `requests as (
    select * from unnest(${lists.join(", ")}) as requests (${Object.keys(columns).join(", ")}))`;
  const allowedBySql = (n: number): string =>
    n < 0 ? "requests" : `requests join taken_${n} on taken_${n}.key = key_${n}`;
  const takes = numbers.map(
    (n) =>
      `taken_${n} as (${takeShareSql(
        `(select key_${n} from ${allowedBySql(n - 1)} order by key_${n}) as next`,
        [`key_${n}`, `$${2 * n + 1}::float8`, `$${2 * n + 2}::float8`],
      )})`,
  );
  const last = count - 1;
  const done = effect
    ? [
        `allowed as (select requests.* from ${allowedBySql(last)} order by key_${last})`,
        `done as (${effect.text})`,
      ]
    : [];
  const keys = numbers.map((n) => `select key from taken_${n}`).join(" union all ");
  return `with ${[requests, ...takes, ...done].join(", ")} ${keys}`;
}

/**
 * Has the effect, and then takes a share if the effect has a row. The row says whether the limit allows it.
 * @param effect its values are numbered from 1
 */
export const countStatement = (
  { key, shareSeconds, periodSeconds }: Entry,
  { text, values }: { text: string; values: readonly unknown[] },
) => {
  const at = values.length + 1;
  const taken = takeShareSql("done", [`$${at}::text`, `$${at + 1}::float8`, `$${at + 2}::float8`]);
  return {
    text: `with done as (${text}), taken as (${taken})
      select done.*, key is not null as is_allowed from done left join taken on true`,
    values: [...values, key, shareSeconds, periodSeconds],
  };
};
