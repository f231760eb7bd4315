import type { Database } from "../database/database.ts";

/** Ends sessions manually. @param whose `emailHashes` has one hash per secret in use */
export async function endSessions(
  database: Database,
  whose: { uid: string } | { emailHashes: readonly string[] } | "everyone",
): Promise<number> {
  if (whose === "everyone") return (await database.query("delete from sessions returning id")).length;
  const rows =
    "uid" in whose
      ? await database.query("delete from sessions where uid = $1 returning id", [whose.uid])
      : await database.query("delete from sessions where email_hash = any($1) returning id", [
          whose.emailHashes,
        ]);
  return rows.length;
}
