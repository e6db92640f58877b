/*
 * The tables. Each row has the JSON text of its response, which PostgreSQL neither reads nor changes, and what queries and
 * constraints need. `start` and `end` are in seconds, `expires_at` is in milliseconds since 1970. Ids come from sequences,
 * so that no row is written by everyone.
 */
const tables = `
CREATE SEQUENCE user_numbers;
CREATE TABLE users (
  id text CONSTRAINT user_id PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('user_numbers') CONSTRAINT user_number UNIQUE,
  email_key text NOT NULL CONSTRAINT user_email UNIQUE CHECK (email_key <> ''),
  password_hash text NOT NULL CHECK (password_hash <> ''),
  json text NOT NULL
);

CREATE TABLE email_changes (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  secret_hash text NOT NULL CONSTRAINT email_change_secret UNIQUE,
  expires_at bigint NOT NULL
);

CREATE SEQUENCE schedule_numbers;
CREATE TABLE schedules (
  id text CONSTRAINT schedule_id PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('schedule_numbers') CONSTRAINT schedule_number UNIQUE,
  owner_id text NOT NULL REFERENCES users ON DELETE CASCADE
);
CREATE INDEX schedules_by_owner ON schedules (owner_id);

CREATE SEQUENCE resources_ids;
CREATE TABLE resources (
  id bigint CONSTRAINT resource_id PRIMARY KEY CHECK (id > 0),
  schedule_id text NOT NULL REFERENCES schedules ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  json text NOT NULL,
  CONSTRAINT resources_of_schedule UNIQUE (schedule_id, id)
);

CREATE SEQUENCE bookings_ids;
CREATE TABLE bookings (
  id bigint CONSTRAINT booking_id PRIMARY KEY CHECK (id > 0),
  schedule_id text NOT NULL,
  resource_id bigint NOT NULL,
  start bigint NOT NULL,
  "end" bigint NOT NULL,
  json text NOT NULL,
  CHECK ("end" >= start),
  FOREIGN KEY (schedule_id, resource_id) REFERENCES resources (schedule_id, id) ON DELETE CASCADE
);
CREATE INDEX bookings_of_schedule ON bookings (schedule_id, id);
CREATE INDEX bookings_of_resource ON bookings (schedule_id, resource_id, id);
CREATE INDEX bookings_by_time ON bookings (schedule_id, start, "end");

CREATE SEQUENCE collaborators_ids;
CREATE TABLE collaborators (
  id bigint CONSTRAINT collaborator_id PRIMARY KEY CHECK (id > 0),
  schedule_id text NOT NULL REFERENCES schedules ON DELETE CASCADE,
  email_key text NOT NULL,
  user_id text REFERENCES users ON DELETE CASCADE,
  user_role text NOT NULL CHECK (user_role IN ('editor', 'viewer')),
  json text NOT NULL,
  CONSTRAINT collaborator_email UNIQUE (schedule_id, email_key),
  CONSTRAINT collaborator_account UNIQUE (schedule_id, user_id)
);
CREATE INDEX collaborators_of_schedule ON collaborators (schedule_id, id);
CREATE INDEX collaborators_by_user ON collaborators (user_id);
CREATE INDEX invitations_by_email ON collaborators (email_key) WHERE user_id IS NULL;
`

/*
 * What all processes count together: requests, and wrong passwords. Unlogged, because counting must cost little and may start
 * again after a crash of the database. `second` and `at` are in seconds and milliseconds since 1970.
 */
const counts = `
CREATE UNLOGGED TABLE request_leases (
  user_id text NOT NULL,
  second bigint NOT NULL,
  requests bigint NOT NULL,
  PRIMARY KEY (user_id, second)
);

CREATE UNLOGGED TABLE login_tries (
  key text PRIMARY KEY,
  wrong bigint NOT NULL DEFAULT 0,
  last bigint NOT NULL DEFAULT 0,
  at bigint NOT NULL DEFAULT 0,
  is_known boolean NOT NULL DEFAULT false,
  checking text NOT NULL DEFAULT '[]',
  kept_until bigint NOT NULL
);
CREATE INDEX login_tries_by_end ON login_tries (kept_until);
`

/* Mails that wait for their delivery, and the newest of the others. `due` is in milliseconds since 1970. */
const mails = `
CREATE SEQUENCE mail_numbers;
CREATE TABLE mails (
  key text PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('mail_numbers'),
  json text NOT NULL,
  state text NOT NULL CHECK (state IN ('outbox', 'sending', 'delivered', 'failed')),
  attempts bigint NOT NULL DEFAULT 0,
  due bigint NOT NULL,
  problem text,
  is_hidden boolean NOT NULL DEFAULT false
);
CREATE INDEX mails_by_due ON mails (due) WHERE state = 'sending';
CREATE INDEX mails_by_number ON mails (number);
`

/*
 * How many bookings each schedule and resource has: the sum over its slots, so that writers on different connections change
 * different rows. Those of the schedule have `resource_id` 0. Rows have room beside them for their next versions, which
 * then need no new entries in the index.
 */
const bookingTotals = `
CREATE TABLE booking_totals (
  schedule_id text NOT NULL REFERENCES schedules ON DELETE CASCADE,
  resource_id bigint NOT NULL,
  slot bigint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (schedule_id, resource_id, slot)
) WITH (fillfactor = 50);
`

/** Counts all bookings; there must be no totals yet. */
export const countBookings = `INSERT INTO booking_totals (schedule_id, resource_id, slot, total)
  SELECT schedule_id, 0, 0, count(*) FROM bookings GROUP BY schedule_id
  UNION ALL SELECT schedule_id, resource_id, 0, count(*) FROM bookings GROUP BY schedule_id, resource_id`

/*
 * The key of a booking begins with its schedule. With a key on `id` alone, the planner would read the first page of a schedule by
 * walking the bookings of all schedules in the order of ids. An id stays unique, by an index that is in no order that a query asks
 * for.
 */
const bookingsBySchedule = `
ALTER TABLE bookings DROP CONSTRAINT booking_id;
ALTER TABLE bookings ADD CONSTRAINT bookings_pkey PRIMARY KEY (schedule_id, id);
CREATE UNIQUE INDEX booking_id ON bookings ((id + 0));
DROP INDEX bookings_of_schedule;
`

/** What brings a database from each version to the next; never change one that was released. */
export const migrations: readonly string[] = [
  tables,
  counts,
  mails,
  bookingTotals + countBookings,
  bookingsBySchedule,
]
