-- All tables. Points in time are timestamptz; where processes count, in request_leases and login_tries, they are numbers of seconds
-- or milliseconds since 1970. Ids come from sequences, so that no row is written by everyone. The names of constraints and indexes
-- begin with their table.

CREATE SEQUENCE user_numbers;
CREATE TABLE users (
  id text PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('user_numbers') CONSTRAINT users_number_unique UNIQUE,
  email_key text NOT NULL CONSTRAINT users_email_unique UNIQUE CHECK (email_key <> ''),
  password_hash text NOT NULL CHECK (password_hash <> ''),
  object text NOT NULL
);
COMMENT ON TABLE users IS 'Accounts, in the order of their numbers; object is what the interface shows of each';
COMMENT ON COLUMN users.email_key IS 'The address in lower case';
COMMENT ON COLUMN users.object IS 'JSON text, byte by byte what is answered; text, because json operators refuse the zero characters that it may have';

CREATE TABLE email_changes (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  secret_hash text NOT NULL CONSTRAINT email_changes_secret_unique UNIQUE,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE email_changes IS 'New addresses that are not confirmed yet, at most one of each account; the secret of the link is stored as its hash';

CREATE SEQUENCE schedule_numbers;
CREATE TABLE schedules (
  id text PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('schedule_numbers') CONSTRAINT schedules_number_unique UNIQUE,
  owner_id text NOT NULL REFERENCES users ON DELETE CASCADE
);
CREATE INDEX schedules_by_owner ON schedules (owner_id);
COMMENT ON TABLE schedules IS 'Schedules with their owners, in the order of their numbers';

CREATE SEQUENCE resources_ids;
CREATE TABLE resources (
  id bigint PRIMARY KEY CHECK (id > 0),
  schedule_id text NOT NULL REFERENCES schedules ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  object text NOT NULL,
  CONSTRAINT resources_id_of_schedule_unique UNIQUE (schedule_id, id)
);
COMMENT ON TABLE resources IS 'What can be booked in a schedule; object is what the interface shows of it';
COMMENT ON COLUMN resources.object IS 'JSON text, byte by byte what is answered';

-- The key of a booking begins with its schedule. With a key on `id` alone, the planner would read the first page of a schedule
-- by walking the bookings of all schedules in the order of ids. An id stays unique, by an index that is in no order that a query
-- asks for. The bookings of a window are found in the index of times alone, which has the ids, too.
CREATE SEQUENCE bookings_ids;
CREATE TABLE bookings (
  id bigint NOT NULL CHECK (id > 0),
  schedule_id text NOT NULL,
  resource_id bigint NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  object text NOT NULL,
  PRIMARY KEY (schedule_id, id),
  CONSTRAINT bookings_end_not_before_start CHECK (ends_at >= starts_at),
  FOREIGN KEY (schedule_id, resource_id) REFERENCES resources (schedule_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX bookings_id_unique ON bookings ((id + 0));
CREATE INDEX bookings_of_resource ON bookings (schedule_id, resource_id, id);
CREATE INDEX bookings_by_time ON bookings (schedule_id, starts_at, ends_at, id);
COMMENT ON TABLE bookings IS 'Bookings of resources; object is what the interface shows, with start and end null because they depend on the reader';
COMMENT ON COLUMN bookings.object IS 'JSON text, byte by byte what is answered, with null for start and end';

CREATE SEQUENCE collaborators_ids;
CREATE TABLE collaborators (
  id bigint PRIMARY KEY CHECK (id > 0),
  schedule_id text NOT NULL REFERENCES schedules ON DELETE CASCADE,
  email_key text NOT NULL,
  user_id text REFERENCES users ON DELETE CASCADE,
  user_role text NOT NULL CHECK (user_role IN ('editor', 'viewer')),
  object text NOT NULL,
  CONSTRAINT collaborators_email_unique UNIQUE (schedule_id, email_key),
  CONSTRAINT collaborators_account_unique UNIQUE (schedule_id, user_id)
);
CREATE INDEX collaborators_of_schedule ON collaborators (schedule_id, id);
CREATE INDEX collaborators_by_user ON collaborators (user_id);
CREATE INDEX collaborators_invited_by_email ON collaborators (email_key) WHERE user_id IS NULL;
COMMENT ON TABLE collaborators IS 'Who may read or change a schedule beside its owner; user_id is null until the address belongs to an account';
COMMENT ON COLUMN collaborators.object IS 'JSON text, byte by byte what is answered, without the names of the account';

-- Rows have room beside them for their next versions, which then need no new entries in the index.
CREATE TABLE booking_totals (
  schedule_id text NOT NULL REFERENCES schedules ON DELETE CASCADE,
  resource_id bigint NOT NULL,
  slot bigint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (schedule_id, resource_id, slot)
) WITH (fillfactor = 50);
COMMENT ON TABLE booking_totals IS 'How many bookings a resource has, or a schedule in rows with resource_id 0: the sum over all slots. A connection changes the slot of its process, so that writers do not wait for each other';

CREATE SEQUENCE mail_numbers;
CREATE TABLE mails (
  key text PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('mail_numbers'),
  object text NOT NULL,
  state text NOT NULL CHECK (state IN ('outbox', 'sending', 'delivered', 'failed')),
  attempts bigint NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  problem text,
  is_hidden boolean NOT NULL DEFAULT false
);
CREATE INDEX mails_by_due ON mails (due_at) WHERE state = 'sending';
CREATE INDEX mails_by_number ON mails (number);
COMMENT ON TABLE mails IS 'E-mails that wait for their delivery, and the newest of the others';

-- What all processes count together is unlogged: counting must cost little, and may start again after a crash of the database.
CREATE UNLOGGED TABLE request_leases (
  user_id text NOT NULL,
  second bigint NOT NULL,
  requests bigint NOT NULL,
  PRIMARY KEY (user_id, second)
);
COMMENT ON TABLE request_leases IS 'Requests of accounts that processes have counted, by the second in which they took them; may be emptied at any time';

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
COMMENT ON TABLE login_tries IS 'Wrong passwords of accounts and networks; may be emptied at any time';

COMMENT ON TABLE schedkit IS 'One row: the version of the tables, where resource names are unique, and whether a seed was ever loaded';
