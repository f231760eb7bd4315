/** Statements that processes repeat, mostly in vain, and when each next has something to do. */
const POLLS: readonly { text: RegExp; next: string }[] = [
  {
    text: /^\s*update subscribers set welcome_attempts/,
    next: "select min(welcome_due_at) as at from subscribers",
  },
  {
    text: /^\s*update sign_in_notices set mail_attempts/,
    next: "select min(mail_due_at) as at from sign_in_notices",
  },
  {
    text: /^update sessions set id_token = null/,
    next: "select min(shared_until) as at from sessions where id_token is not null",
  },
  {
    text: /^delete from sessions where (?:last_used|created|released)_at <=/,
    next: `select least(min(last_used_at) + interval '30 days', min(created_at) + interval '180 days',
      min(released_at) + interval '7 days') as at from sessions`,
  },
];

type Row = Record<string, unknown>;

/**
 * Leaves out polls that cannot find anything, which are nine of ten statements: since the last one, no row was written
 * and no row's time has passed.
 * @param run carries out a statement
 */
export function createPolls(
  run: (text: string, values?: readonly unknown[]) => Promise<Row[]>,
  now: () => number,
) {
  const idleUntil = new Map<string, number>();
  const poll = async (text: string, values?: readonly unknown[]): Promise<Row[]> => {
    const poll = POLLS.find((each) => each.text.test(text));
    if (!poll) {
      idleUntil.clear();
      return run(text, values);
    }
    if ((idleUntil.get(text) ?? 0) > now()) return [];
    const rows = await run(text, values);
    if (rows.length > 0) idleUntil.clear();
    const [next] = await run(poll.next, []);
    const at = next?.["at"];
    idleUntil.set(text, at instanceof Date ? at.getTime() : Number.POSITIVE_INFINITY);
    return rows;
  };
  return Object.assign(poll, { forget: (): void => idleUntil.clear() });
}
