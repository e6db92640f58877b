-- `start` and `"end"` are in seconds, `expires_at` is in milliseconds since 1970. Ids come from sequences, so that no row is
-- written by everyone.

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
