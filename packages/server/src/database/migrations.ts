import type { ClientBase } from "pg";
import { foldAddresses } from "./fold-addresses.ts";

export type Migration = {
  id: number;
  name: string;
  sql: string;
  /** A change that SQL cannot express; runs after the SQL in the same transaction. */
  run?: (client: ClientBase) => Promise<void>;
};

/**
 * The schema, step by step. A released step is never edited, because databases remember its text and refuse to start
 * with another. One dialect: every statement runs on PGlite and on PostgreSQL 14 or newer.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    id: 1,
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
    id: 2,
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
    id: 3,
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
    id: 4,
    name: "one spelling per address",
    sql: `
      -- The unsubscribe addresses of rows that became one with another.
      create table merged_subscribers (
        public_id uuid primary key,
        subscriber_id bigint not null references subscribers (id) on delete cascade
      );
      create index merged_subscribers_subscriber on merged_subscribers (subscriber_id);`,
    run: foldAddresses,
  },
  {
    id: 5,
    name: "sessions",
    sql: `
      create table sessions (
        -- What pages call the session by; opens nothing without the cookie.
        id uuid primary key,
        -- SHA-256 of the cookie's secret.
        secret_hash text not null unique,
        -- The secret before the last hand-over, good until the new one is used: its answer may have been lost.
        previous_hash text,
        uid text not null,
        -- HMAC of the account's address, so that a session can be ended by address.
        email_hash text,
        -- Encrypted.
        refresh_token text not null,
        -- Encrypted: the ID token of the last exchange, for those who ask in the same seconds.
        id_token text,
        id_token_mark text,
        shared_until timestamptz,
        id_token_expires_at timestamptz,
        -- Who exchanges now, and until when nobody else does.
        claim uuid,
        claimed_until timestamptz,
        -- Set when a site that returns to browser sessions has fetched the token.
        released_at timestamptz,
        browser text,
        system text,
        created_at timestamptz not null,
        last_used_at timestamptz not null
      );
      create index sessions_previous_hash on sessions (previous_hash) where previous_hash is not null;
      create index sessions_uid on sessions (uid);
      create index sessions_email_hash on sessions (email_hash) where email_hash is not null;
      create index sessions_last_used_at on sessions (last_used_at);
      create index sessions_shared_until on sessions (shared_until) where id_token is not null;`,
  },
  {
    id: 6,
    name: "replaced sessions",
    sql: `
      -- The session that this one's sign-in found in the browser; it ends at this one's first exchange.
      alter table sessions add column replaced_id uuid;
      create index sessions_replaced_id on sessions (replaced_id) where replaced_id is not null;`,
  },
  {
    id: 7,
    name: "sessions by their end",
    sql: `
      create index sessions_created_at on sessions (created_at);
      create index sessions_released_at on sessions (released_at) where released_at is not null;`,
  },
];
