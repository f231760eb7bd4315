import { POSTGRES_SCHEMA as sessionTables } from "@tallybin/identity-server";

export type Migration = {
  /** The numbers start at 1 and have no gaps. */
  id: number;
  name: string;
  sql: string;
};

/**
 * The schema, step by step. A new step comes last: its place is its ID. A released step is never edited, because
 * databases remember its text and refuse to start with another. One dialect: every statement runs on PGlite and on
 * PostgreSQL 14 or newer.
 */
const STEPS: readonly Omit<Migration, "id">[] = [
  {
    name: "subscribers",
    sql: `
      create table subscribers (
        id bigint generated always as identity primary key,
        -- What unsubscribe addresses carry: says nothing about the person and survives a change of address.
        public_id uuid not null unique,
        email text not null,
        -- The address folded to one spelling: what "the same address" means.
        email_key text not null unique,
        uid text,
        consent_version text not null,
        source text not null,
        subscribed_at timestamptz not null default now(),
        unsubscribed_at timestamptz,
        -- Set while a welcome mail is owed; the row is the queue, so a crash loses no mail.
        welcome_due_at timestamptz,
        welcome_attempts integer not null default 0
      );
      create index subscribers_welcome on subscribers (welcome_due_at) where welcome_due_at is not null;
      create index subscribers_uid on subscribers (uid) where uid is not null;`,
  },
  {
    name: "contact messages",
    sql: `
      create table contact_messages (
        id bigint generated always as identity primary key,
        name text not null,
        email text not null,
        email_key text not null,
        message text not null,
        received_at timestamptz not null default now(),
        -- The same words within the same ten minutes are one message sent twice.
        digest text not null unique
      );
      create index contact_messages_email on contact_messages (email_key);`,
  },
  {
    name: "rate limits",
    // The table is unlogged, because every request writes it and no row is needed after a crash.
    sql: `
      create unlogged table rate_limits (
        key text primary key,
        full_at timestamptz not null
      );
      create index rate_limits_full_at on rate_limits (full_at);`,
  },
  {
    name: "sessions",
    sql: sessionTables[0],
  },
  {
    name: "replaced sessions",
    sql: sessionTables[1],
  },
  {
    name: "sessions by their end",
    sql: sessionTables[2],
  },
  {
    name: "account history",
    sql: `
      create table account_events (
        id bigint generated always as identity primary key,
        uid text not null,
        kind text not null,
        at timestamptz not null,
        browser text,
        system text,
        detail jsonb not null default '{}'
      );
      create index account_events_uid_at on account_events (uid, at);
      create index account_events_at on account_events (at);
      -- The security settings of an account when this server last saw them: what a change is compared with.
      create table account_facts (
        uid text primary key,
        -- HMAC of the account's address, as in the table of sessions.
        email_hash text,
        facts jsonb not null,
        seen_at timestamptz not null
      );
      create index account_facts_email_hash on account_facts (email_hash) where email_hash is not null;
      create index account_facts_seen_at on account_facts (seen_at);`,
  },
  {
    name: "bound sessions",
    sql: sessionTables[3],
  },
  {
    name: "browsers of accounts",
    sql: `
      create table account_devices (
        uid text not null,
        -- SHA-256 of the browser's secret and the uid.
        device_hash text not null,
        first_seen_at timestamptz not null,
        last_seen_at timestamptz not null,
        primary key (uid, device_hash)
      );
      create index account_devices_last_seen_at on account_devices (last_seen_at);
      create table sign_in_notices (
        -- What the mail's link carries, signed.
        id uuid primary key,
        uid text not null,
        -- The sessions of this browser; the answer ends them.
        session_ids uuid[] not null,
        device_hash text not null,
        browser text,
        system text,
        -- Where the mail goes, and later the link for a new password.
        email text,
        -- The account's provider IDs, once it was looked at.
        methods jsonb,
        at timestamptz not null,
        -- The notice of a sign-in at the same time, whose mail is for this one too.
        told_by uuid,
        -- Set while a mail is owed; the row is the queue.
        mail_due_at timestamptz,
        mail_attempts integer not null default 0,
        mailed_at timestamptz,
        used_at timestamptz
      );
      create index sign_in_notices_uid_at on sign_in_notices (uid, at);
      create index sign_in_notices_at on sign_in_notices (at);
      create index sign_in_notices_told_by on sign_in_notices (told_by) where told_by is not null;
      create index sign_in_notices_mail on sign_in_notices (mail_due_at) where mail_due_at is not null;`,
  },
  {
    name: "order of sessions",
    sql: sessionTables[4],
  },
];

export const MIGRATIONS: readonly Migration[] = STEPS.map((step, index) => ({ id: index + 1, ...step }));
