import { expect, test } from "vitest";
import { MIGRATIONS } from "../src/database/migrations.ts";

/** What the release before cannot run on: it would miss a column or table, or insert a row that is refused. */
const CONTRACTS = [
  /\bdrop\s+(?:table|column|constraint|default)\b/i,
  /\brename\b/i,
  /\balter\s+(?:column\s+)?\w+\s+(?:set\s+(?:data\s+)?(?:not\s+null|type)|type)\b/i,
  /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(?:default|generated)\b)/i,
  /\badd\s+(?:constraint|check|unique|foreign)\b/i,
];
/** The steps of the first release with this rule need not follow it. */
const FIRST = 5;
/** Steps that contract, with the release whose code last used what they remove. */
const CONTRACTED: Record<number, string> = {};

const contracts = (sql: string): boolean => CONTRACTS.some((pattern) => pattern.test(sql));

test("each migration step works with the previous release", () => {
  const steps = MIGRATIONS.filter(({ id }) => id >= FIRST);
  expect(steps.filter(({ id, sql }) => contracts(sql) !== id in CONTRACTED)).toEqual([]);
});

test("the migration rule refuses a step that removes, renames or requires something", () => {
  const refused = [
    "alter table subscribers drop column source",
    "alter table subscribers rename column source to page",
    "alter table subscribers add column page text not null",
    "alter table subscribers alter column uid set not null",
    "alter table subscribers alter column id type text",
    "alter table subscribers add constraint one check (id > 1)",
    "drop table contact_messages",
  ];
  expect(refused.filter((sql) => !contracts(sql))).toEqual([]);
  const allowed = [
    "alter table subscribers add column page text not null default '/'",
    "alter table subscribers add column page text",
    "create table things (id bigint generated always as identity primary key, name text not null)",
    "drop index subscribers_page",
  ];
  expect(allowed.filter(contracts)).toEqual([]);
});
