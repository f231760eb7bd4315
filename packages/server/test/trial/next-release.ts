import { fileURLToPath } from "node:url";
import { build } from "vite";

/** A step of each kind that the rule "expand, then contract" allows. */
const EXPAND = `
  alter table subscribers add column next_text text not null default 'a default';
  alter table contact_messages add column next_number integer;
  alter table sessions add column next_flag boolean not null default false;
  create index subscribers_next on subscribers (next_text);
  create table next_things (id bigint generated always as identity primary key, name text not null);`;

/** Builds the server of the release after this one: the same code on a newer schema. */
export async function buildNextServer(outDir: string): Promise<void> {
  await build({
    configFile: fileURLToPath(new URL("../../vite.config.ts", import.meta.url)),
    logLevel: "silent",
    define: { RELEASE: JSON.stringify("next") },
    build: { outDir },
    plugins: [
      {
        name: "next-schema",
        enforce: "pre",
        transform(code, id) {
          if (!id.endsWith("database/migrations.ts")) return undefined;
          const step = `  { id: 9_999, name: "the next release", sql: ${JSON.stringify(EXPAND)} },\n];`;
          return code.replace(/^\];$/m, () => step);
        },
      },
    ],
  });
}
