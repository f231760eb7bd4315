/**
 * The table of `postgresStore`, as steps that run once each, in this order. A later release only adds steps. Each token
 * in the table is encrypted.
 */
export const POSTGRES_SCHEMA = [
  `
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
  `
    -- The session that this one's sign-in found in the browser; it ends at this one's first exchange.
    alter table sessions add column replaced_id uuid;
    create index sessions_replaced_id on sessions (replaced_id) where replaced_id is not null;`,
  `
    create index sessions_created_at on sessions (created_at);
    create index sessions_released_at on sessions (released_at) where released_at is not null;`,
  `
    -- The public key (JWK) of the browser that alone may use the session.
    alter table sessions add column bound_key text;
    -- When the last challenge that the key has signed was issued, in milliseconds since the epoch. Each is good once.
    alter table sessions add column challenged_ms bigint;
    -- SHA-256 of the short cookie, and its end in milliseconds since the epoch.
    alter table sessions add column proof_hash text;
    alter table sessions add column proof_ends_ms bigint;`,
  `
    -- Where a session stands among those of its browser; compared member by member.
    alter table sessions add column stamp bigint not null default 0;
    -- The release before does not write it: the time of its hand-over orders its sessions.
    alter table sessions alter column stamp set default (extract(epoch from now()) * 1000)::bigint;
    alter table sessions add column generation text not null default '';
    alter table sessions add column change integer not null default 0;
    -- 0 until the browser's page has used the session. That is not known of those of the release before.
    alter table sessions add column turn integer not null default 1;`,
] as const;
