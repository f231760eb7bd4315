import { expect, test } from "vitest";
import { runCommand, UsageError } from "../../src/commands/run-command.ts";
import type { Audit } from "../../src/operation/logger.ts";
import { configOf, type World } from "../support/world.ts";

export function commandsSuite(world: World): void {
  const audited: Parameters<Audit>[] = [];
  const run = (...args: string[]): Promise<string> =>
    world.manage(args, {}, (...event) => void audited.push(event));

  test("prune-assets opens no database", async () => {
    const config = { ...configOf(), dataDir: "/nowhere" };
    const open = (): never => {
      throw new Error("a database was opened");
    };
    const lines: string[] = [];
    for await (const line of runCommand(["prune-assets", "--days", "7"], config, open, () => {}))
      lines.push(line);
    expect(lines).toEqual(["Removed: 0 file(s).\n"]);
  });

  test("erasures, ended sessions and exports are recorded as audit events without personal data", async () => {
    audited.length = 0;
    await world.site().subscribe("alice@example.com");
    await run("export-subscribers");
    await run("export-messages");
    await run("erase", "--email", "alice@example.com");
    await run("end-sessions", "--uid", "uid-of-alice");
    await run("migrate");
    expect(audited).toEqual([
      ["manage.export-subscribers"],
      ["manage.export-messages"],
      ["manage.erase", { subscribers: 1, messages: 0, sessions: 0 }],
      ["manage.end-sessions", { ended: 0 }],
    ]);
  });

  test("export-subscribers writes CSV with an unsubscribe address for each subscriber", async () => {
    const { subscribe, request } = world.site();
    await subscribe("alice@example.com");
    await subscribe("=cmd|'/c'!a@example.com");
    await subscribe("gone@example.com");
    await world.database.query("update subscribers set unsubscribed_at = now() where email like 'gone%'");
    const lines = (await run("export-subscribers", "--no-bom")).split("\r\n");
    expect(lines[0]).toBe("email,uid,subscribed_at,consent_version,source,unsubscribe_url");
    expect(lines[1]).toMatch(/^alice@example\.com,,\d{4}-\d\d-\d\dT[\d:.]+Z,2024-05-06,unknown,https:/);
    expect(lines.slice(2).join("")).not.toMatch(/gone|^=/);
    const address = new URL(lines[1]?.split(",").at(-1) ?? "");
    expect((await request(address.pathname + address.search)).status).toBe(200);
  });

  test("export-messages writes CSV in which formulas are harmless", async () => {
    const { contact } = world.site();
    await contact(['Al "the bin" Ice', "alice@example.com", "one,\ntwo"]);
    await contact(["=HYPERLINK(1)", "+1@example.com", "-2"]);
    const csv = await run("export-messages");
    expect(csv).toContain('"Al ""the bin"" Ice",alice@example.com,"one,\ntwo"');
    expect(csv).toContain("'=HYPERLINK(1),'+1@example.com,'-2");
  });

  test.each(["export-subscribers", "export-messages"])(
    "%s begins with a byte order mark, unless an option omits it",
    async (command) => {
      const { contact } = world.site();
      for (const name of ["José", "Zoë", "Łukasz", "美咲", "Ольга"])
        await contact([name, "ada@example.com", "Two trucks."]);
      const csv = await run(command);
      expect(csv.startsWith("\ufeff")).toBe(true);
      expect(await run(command, "--no-bom")).toBe(csv.slice(1));
      for (const others of [["--bom"], ["--no-bom", "--no-bom"], ["extra"]])
        await expect(run(command, ...others)).rejects.toThrow(UsageError);
    },
  );

  test("an export includes all rows, even more than one page of a query", async () => {
    await world.database.query(
      `insert into subscribers (public_id, email, email_key, consent_version, source)
        select gen_random_uuid(), n || '@example.com', n || '@example.com', 'v', 's' from generate_series(1, 1203) n`,
    );
    const lines = (await run("export-subscribers")).trimEnd().split("\r\n");
    expect(new Set(lines).size).toBe(1204);
  });

  test("a subscriber who entered another person's address cannot have that person's data erased", async () => {
    const { subscribe, contact } = world.site();
    await subscribe("victim@example.com");
    await contact(["", "victim@example.com", "Hello"]);
    await subscribe("victim@example.com", {
      headers: { authorization: `Bearer ${await world.tokens.sign()}` },
    });
    expect(await run("erase", "--uid", "uid-of-alice")).toBe(
      "Erased: 0 subscription(s), 0 message(s), 0 session(s).\n",
    );
  });

  test("the command erase deletes a person's data by address or by uid", async () => {
    const { subscribe, contact } = world.site();
    const headers = { authorization: `Bearer ${await world.tokens.sign()}` };
    await subscribe("Alice@example.com", { headers });
    await contact(["Alice", "ALICE@example.com", "Hello"]);
    await subscribe("bob@example.com");
    await contact(["Bob", "bob@example.com", "Hello"]);
    expect(await run("erase", "--uid", "uid-of-alice")).toBe(
      "Erased: 1 subscription(s), 0 message(s), 0 session(s).\n",
    );
    expect(await world.rows("subscribers")).toMatchObject([{ email: "bob@example.com" }]);
    expect(await run("erase", "--email", "alice@EXAMPLE.com")).toBe(
      "Erased: 0 subscription(s), 1 message(s), 0 session(s).\n",
    );
    expect(await run("erase", "--email", " BOB@example.com")).toBe(
      "Erased: 1 subscription(s), 1 message(s), 0 session(s).\n",
    );
    expect([await world.rows("subscribers"), await world.rows("contact_messages")]).toEqual([[], []]);
    expect(await run("erase", "--email", "nobody@example.com")).toBe(
      "Erased: 0 subscription(s), 0 message(s), 0 session(s).\n",
    );
  });

  test("the management command shows its usage for wrong arguments", async () => {
    for (const args of [
      ...[[], ["explode"], ["erase"], ["erase", "--email"], ["erase", "--name", "x"]],
      ["migrate", "now"],
    ])
      await expect(run(...args), args.join(" ")).rejects.toThrow(UsageError);
  });
}
