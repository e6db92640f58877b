/*
 * The tables. Times are UTC: `start` and `end` in seconds, `created_at` and `updated_at` in milliseconds since 1970.
 * Each row also stores the JSON text of a response, as a generated column, so that it always matches.
 */

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

CREATE TABLE email_changes (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES users ON DELETE CASCADE,
  email TEXT NOT NULL,
  secret TEXT NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL
);

CREATE TABLE schedules (
  id TEXT PRIMARY KEY NOT NULL,
  owner_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX schedules_by_owner ON schedules (owner_id);

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
  UNIQUE (schedule_id, id)
);

CREATE TABLE bookings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  schedule_id TEXT NOT NULL REFERENCES schedules ON DELETE CASCADE,
  resource_id INTEGER NOT NULL,
  title TEXT NOT NULL CHECK (length(title) <= 100),
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  all_day_display INTEGER NOT NULL CHECK (all_day_display IN (0, 1)),
  color_fg TEXT NOT NULL CHECK (color_fg GLOB '#' || replace('xxxxxx', 'x', '[0-9A-Fa-f]')),
  color_bk TEXT NOT NULL CHECK (color_bk GLOB '#' || replace('xxxxxx', 'x', '[0-9A-Fa-f]')),
  text_bold INTEGER NOT NULL CHECK (text_bold IN (0, 1)),
  link TEXT NOT NULL CHECK (length(link) <= 250),
  link_title TEXT NOT NULL CHECK (length(link_title) <= 100),
  note TEXT NOT NULL CHECK (length(note) <= 500),
  custom_1 TEXT NOT NULL CHECK (length(custom_1) <= 200),
  custom_2 TEXT NOT NULL CHECK (length(custom_2) <= 200),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  json TEXT NOT NULL GENERATED ALWAYS AS (json_object(
    'id', id, 'schedule_id', schedule_id, 'resource_id', resource_id, 'title', title, 'start', NULL, 'end', NULL,
    'all_day_display', json(iif(all_day_display, 'true', 'false')),
    'color_fg', color_fg, 'color_bk', color_bk, 'text_bold', json(iif(text_bold, 'true', 'false')),
    'link', link, 'link_title', link_title, 'note', note, 'custom_1', custom_1, 'custom_2', custom_2,
    'start_utc', strftime('%Y-%m-%dT%H:%M:%SZ', start, 'unixepoch'),
    'end_utc', strftime('%Y-%m-%dT%H:%M:%SZ', "end", 'unixepoch'),
    'updated_at', strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch'),
    'created_at', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch')
  )) STORED,
  CHECK ("end" >= start),
  FOREIGN KEY (schedule_id, resource_id) REFERENCES resources (schedule_id, id) ON DELETE CASCADE
);
CREATE INDEX bookings_by_schedule ON bookings (schedule_id, start, "end");
CREATE INDEX bookings_of_schedule ON bookings (schedule_id);
CREATE INDEX bookings_by_resource ON bookings (schedule_id, resource_id, start, "end");
CREATE INDEX bookings_of_resource ON bookings (schedule_id, resource_id);

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
