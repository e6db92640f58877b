/* All tables. "sckd" in ASCII tells a file of ours from that of another program. */
PRAGMA application_id = 0x73636b64;

CREATE TABLE users (
  id TEXT PRIMARY KEY NOT NULL,
  email TEXT NOT NULL CHECK (length(email) <= 200),
  email_key TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  firstname TEXT NOT NULL CHECK (length(firstname) <= 50),
  lastname TEXT NOT NULL CHECK (length(lastname) <= 100),
  language_tag TEXT NOT NULL CHECK (language_tag IN ('en', 'de')),
  date_format TEXT NOT NULL,
  time_format TEXT NOT NULL,
  timezone TEXT NOT NULL,
  first_day_of_week TEXT NOT NULL CHECK (first_day_of_week IN ('monday', 'saturday', 'sunday')),
  allow_collaboration INTEGER NOT NULL CHECK (allow_collaboration IN (0, 1)),
  profile_completed INTEGER NOT NULL CHECK (profile_completed IN (0, 1)),
  collaboration_limit INTEGER NOT NULL CHECK (collaboration_limit >= 0),
  request_rate_limit INTEGER NOT NULL CHECK (request_rate_limit >= 1),
  schedules_limit INTEGER NOT NULL CHECK (schedules_limit >= 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  person TEXT NOT NULL GENERATED ALWAYS AS (
    json_object('email', email, 'firstname', firstname, 'lastname', lastname)
  ) STORED,
  json TEXT NOT NULL GENERATED ALWAYS AS (json_object(
    'id', id, 'email', email, 'firstname', firstname, 'lastname', lastname, 'language_tag', language_tag,
    'date_format', date_format, 'time_format', time_format, 'timezone', timezone,
    'first_day_of_week', first_day_of_week,
    'allow_collaboration', json(iif(allow_collaboration, 'true', 'false')),
    'profile_completed', json(iif(profile_completed, 'true', 'false')),
    'collaboration_limit', collaboration_limit, 'request_rate_limit', request_rate_limit,
    'schedules_limit', schedules_limit,
    'updated_at', strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch'),
    'created_at', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch')
  )) STORED
);

CREATE TABLE schedules (
  id TEXT PRIMARY KEY NOT NULL,
  owner_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  key INTEGER
);
CREATE INDEX schedules_by_owner ON schedules (owner_id);
CREATE UNIQUE INDEX schedules_by_key ON schedules (key);

CREATE TABLE email_changes (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES users ON DELETE CASCADE,
  email TEXT NOT NULL,
  secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  expires_at INTEGER NOT NULL
);

CREATE TABLE resources (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  schedule_id TEXT NOT NULL REFERENCES schedules ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (name <> '' AND length(name) <= 100),
  description TEXT NOT NULL CHECK (length(description) <= 200),
  color_fg TEXT NOT NULL CHECK (color_fg GLOB '#' || replace('xxxxxx', 'x', '[0-9A-Fa-f]')),
  color_bk TEXT NOT NULL CHECK (color_bk GLOB '#' || replace('xxxxxx', 'x', '[0-9A-Fa-f]')),
  color_schedule TEXT NOT NULL CHECK (color_schedule GLOB '#' || replace('xxxxxx', 'x', '[0-9A-Fa-f]')),
  text_bold INTEGER NOT NULL CHECK (text_bold IN (0, 1)),
  link TEXT NOT NULL CHECK (length(link) <= 250),
  link_title TEXT NOT NULL CHECK (length(link_title) <= 100),
  note TEXT NOT NULL CHECK (length(note) <= 500),
  custom_1 TEXT NOT NULL CHECK (length(custom_1) <= 200),
  custom_2 TEXT NOT NULL CHECK (length(custom_2) <= 200),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  json TEXT NOT NULL GENERATED ALWAYS AS (json_object(
    'id', id, 'schedule_id', schedule_id, 'name', name, 'description', description,
    'color_fg', color_fg, 'color_bk', color_bk, 'color_schedule', color_schedule,
    'text_bold', json(iif(text_bold, 'true', 'false')),
    'link', link, 'link_title', link_title, 'note', note, 'custom_1', custom_1, 'custom_2', custom_2,
    'updated_at', strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch'),
    'created_at', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch')
  )) STORED,
  schedule INTEGER,
  UNIQUE (schedule_id, id)
);
CREATE UNIQUE INDEX resources_by_schedule ON resources (schedule, id);

CREATE TABLE collaborators (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  schedule_id TEXT NOT NULL REFERENCES schedules ON DELETE CASCADE,
  email TEXT NOT NULL CHECK (length(email) <= 200),
  email_key TEXT NOT NULL,
  user_id TEXT REFERENCES users ON DELETE CASCADE,
  user_role TEXT NOT NULL CHECK (user_role IN ('editor', 'viewer')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  json TEXT NOT NULL GENERATED ALWAYS AS (json_object(
    'id', id, 'schedule_id', schedule_id, 'email', email, 'user_role', user_role,
    'updated_at', strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch'),
    'created_at', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch')
  )) STORED,
  UNIQUE (schedule_id, email_key),
  UNIQUE (schedule_id, user_id)
);
CREATE INDEX collaborators_of_schedule ON collaborators (schedule_id);
CREATE INDEX collaborators_by_user ON collaborators (user_id);
CREATE INDEX invitations_by_email ON collaborators (email_key) WHERE user_id IS NULL;

/* Times are in seconds since 1970. In the text, "start" and "end" are null: they depend on the reader's time zone. */
CREATE TABLE bookings (
  id INTEGER PRIMARY KEY,
  schedule INTEGER NOT NULL,
  resource_id INTEGER NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  json TEXT NOT NULL,
  CHECK ("end" >= start),
  FOREIGN KEY (schedule, resource_id) REFERENCES resources (schedule, id) ON DELETE CASCADE
);
/* Ids ascend, so new bookings go to the end of the first two. */
CREATE INDEX bookings_of_schedule ON bookings (schedule, id, start, "end");
CREATE INDEX bookings_of_resource ON bookings (resource_id, schedule, id, start, "end");
CREATE INDEX bookings_by_time ON bookings (schedule, start, "end", resource_id);

/* The scope is the id of a resource, or the negative key of a schedule; 0 has the last id that a booking was given. */
CREATE TABLE booking_totals (
  scope INTEGER PRIMARY KEY NOT NULL,
  total INTEGER NOT NULL
);
CREATE TRIGGER booking_counted AFTER INSERT ON bookings BEGIN
  INSERT INTO booking_totals VALUES (new.resource_id, 1), (-new.schedule, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
  INSERT INTO booking_totals VALUES (0, new.id) ON CONFLICT DO UPDATE SET total = max(total, new.id);
END;
CREATE TRIGGER booking_uncounted AFTER DELETE ON bookings BEGIN
  UPDATE booking_totals SET total = total - 1 WHERE scope IN (old.resource_id, -old.schedule);
END;
CREATE TRIGGER booking_moved AFTER UPDATE OF resource_id ON bookings WHEN old.resource_id <> new.resource_id BEGIN
  UPDATE booking_totals SET total = total - 1 WHERE scope = old.resource_id;
  INSERT INTO booking_totals VALUES (new.resource_id, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER booking_total_without_resource AFTER DELETE ON resources BEGIN
  DELETE FROM booking_totals WHERE scope = old.id;
END;
CREATE TRIGGER booking_total_without_schedule AFTER DELETE ON schedules BEGIN
  DELETE FROM booking_totals WHERE scope = -old.key;
END;

CREATE TABLE mails (
  key TEXT PRIMARY KEY NOT NULL,
  number INTEGER NOT NULL,
  json TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('outbox', 'sending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due INTEGER NOT NULL,
  problem TEXT,
  is_hidden INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX mails_by_due ON mails (due) WHERE state = 'sending';
CREATE INDEX mails_by_number ON mails (number);

/* Has a row from the first seed on: what was seeded once is never seeded over. */
CREATE TABLE planted (once INTEGER PRIMARY KEY CHECK (once = 1));
