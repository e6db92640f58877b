import type { Database } from 'sql.js'

/*
 * The tables. Times are UTC: `start` and `end` in seconds, `created_at` and `updated_at` in milliseconds since 1970.
 * Beside its columns each row keeps the text an answer passes on: a generated column, so that it can't disagree.
 */

/** A millisecond count as ISO 8601 in UTC. */
const timestamp = (column: string) =>
  `strftime('%Y-%m-%dT%H:%M:%S', ${column} / 1000, 'unixepoch') || printf('.%03dZ', ${column} % 1000)`

/** A second count as ISO 8601 in UTC. */
const utc = (column: string) => `strftime('%Y-%m-%dT%H:%M:%SZ', ${column}, 'unixepoch')`

const boolean = (column: string) => `json(iif(${column}, 'true', 'false'))`

const colour = (column: string) =>
  `${column} TEXT NOT NULL CHECK (${column} GLOB '#' || replace('xxxxxx', 'x', '[0-9A-Fa-f]'))`

const text = (column: string, limit: number) =>
  `${column} TEXT NOT NULL CHECK (length(${column}) <= ${limit})`

const truth = (column: string) => `${column} INTEGER NOT NULL CHECK (${column} IN (0, 1))`

const dates = 'created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL'

const first = `
CREATE TABLE users (
  id TEXT PRIMARY KEY NOT NULL,
  ${text('email', 200)},
  email_key TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  ${text('firstname', 50)},
  ${text('lastname', 100)},
  language_tag TEXT NOT NULL CHECK (language_tag IN ('en', 'de')),
  date_format TEXT NOT NULL,
  time_format TEXT NOT NULL,
  timezone TEXT NOT NULL,
  first_day_of_week TEXT NOT NULL CHECK (first_day_of_week IN ('monday', 'saturday', 'sunday')),
  ${truth('allow_collaboration')},
  ${truth('profile_completed')},
  collaboration_limit INTEGER NOT NULL CHECK (collaboration_limit >= 0),
  request_rate_limit INTEGER NOT NULL CHECK (request_rate_limit >= 1),
  schedules_limit INTEGER NOT NULL CHECK (schedules_limit >= 0),
  ${dates},
  person TEXT NOT NULL GENERATED ALWAYS AS (
    json_object('email', email, 'firstname', firstname, 'lastname', lastname)
  ) STORED,
  json TEXT NOT NULL GENERATED ALWAYS AS (json_object(
    'id', id, 'email', email, 'firstname', firstname, 'lastname', lastname, 'language_tag', language_tag,
    'date_format', date_format, 'time_format', time_format, 'timezone', timezone,
    'first_day_of_week', first_day_of_week, 'allow_collaboration', ${boolean('allow_collaboration')},
    'profile_completed', ${boolean('profile_completed')}, 'collaboration_limit', collaboration_limit,
    'request_rate_limit', request_rate_limit, 'schedules_limit', schedules_limit,
    'updated_at', ${timestamp('updated_at')}, 'created_at', ${timestamp('created_at')}
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
  ${dates}
);
CREATE INDEX schedules_by_owner ON schedules (owner_id);

CREATE TABLE resources (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  schedule_id TEXT NOT NULL REFERENCES schedules ON DELETE CASCADE,
  ${text('name', 100)} CHECK (name <> ''),
  ${text('description', 200)},
  ${colour('color_fg')},
  ${colour('color_bk')},
  ${colour('color_schedule')},
  ${truth('text_bold')},
  ${text('link', 250)},
  ${text('link_title', 100)},
  ${text('note', 500)},
  ${text('custom_1', 200)},
  ${text('custom_2', 200)},
  ${dates},
  json TEXT NOT NULL GENERATED ALWAYS AS (json_object(
    'id', id, 'schedule_id', schedule_id, 'name', name, 'description', description, 'color_fg', color_fg,
    'color_bk', color_bk, 'color_schedule', color_schedule, 'text_bold', ${boolean('text_bold')}, 'link', link,
    'link_title', link_title, 'note', note, 'custom_1', custom_1, 'custom_2', custom_2,
    'updated_at', ${timestamp('updated_at')}, 'created_at', ${timestamp('created_at')}
  )) STORED,
  UNIQUE (schedule_id, id)
);

CREATE TABLE bookings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  schedule_id TEXT NOT NULL REFERENCES schedules ON DELETE CASCADE,
  resource_id INTEGER NOT NULL,
  ${text('title', 100)},
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  ${truth('all_day_display')},
  ${colour('color_fg')},
  ${colour('color_bk')},
  ${truth('text_bold')},
  ${text('link', 250)},
  ${text('link_title', 100)},
  ${text('note', 500)},
  ${text('custom_1', 200)},
  ${text('custom_2', 200)},
  ${dates},
  json TEXT NOT NULL GENERATED ALWAYS AS (json_object(
    'id', id, 'schedule_id', schedule_id, 'resource_id', resource_id, 'title', title, 'start', NULL, 'end', NULL,
    'all_day_display', ${boolean('all_day_display')}, 'color_fg', color_fg, 'color_bk', color_bk,
    'text_bold', ${boolean('text_bold')}, 'link', link, 'link_title', link_title, 'note', note,
    'custom_1', custom_1, 'custom_2', custom_2, 'start_utc', ${utc('start')}, 'end_utc', ${utc('"end"')},
    'updated_at', ${timestamp('updated_at')}, 'created_at', ${timestamp('created_at')}
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
  ${text('email', 200)},
  email_key TEXT NOT NULL,
  user_id TEXT REFERENCES users ON DELETE CASCADE,
  user_role TEXT NOT NULL CHECK (user_role IN ('editor', 'viewer')),
  ${dates},
  json TEXT NOT NULL GENERATED ALWAYS AS (json_object(
    'id', id, 'schedule_id', schedule_id, 'email', email, 'user_role', user_role,
    'updated_at', ${timestamp('updated_at')}, 'created_at', ${timestamp('created_at')}
  )) STORED,
  UNIQUE (schedule_id, email_key),
  UNIQUE (schedule_id, user_id)
);
CREATE INDEX collaborators_of_schedule ON collaborators (schedule_id);
CREATE INDEX collaborators_by_user ON collaborators (user_id);
CREATE INDEX invitations_by_email ON collaborators (email_key) WHERE user_id IS NULL;

${totals('resources', 'schedule_id')}
${totals('bookings', 'schedule_id')}
${totals('bookings', 'resource_id')}
${totals('collaborators', 'schedule_id')}
`

/** Totals that are kept rather than counted: a table, and the triggers that keep it. */
function totals(table: string, scope: string): string {
  const name = `${table}_per_${scope.replace('_id', '')}`
  const add = (row: string) =>
    `INSERT INTO ${name} VALUES (${row}.${scope}, 1) ON CONFLICT DO UPDATE SET total = total + 1;`
  const subtract = (row: string) => `UPDATE ${name} SET total = total - 1 WHERE ${scope} = ${row}.${scope};`
  return `
CREATE TABLE ${name} (${scope} PRIMARY KEY NOT NULL, total INTEGER NOT NULL) WITHOUT ROWID;
CREATE TRIGGER ${name}_up AFTER INSERT ON ${table} BEGIN ${add('new')} END;
CREATE TRIGGER ${name}_down AFTER DELETE ON ${table} BEGIN ${subtract('old')} END;
CREATE TRIGGER ${name}_moved AFTER UPDATE OF ${scope} ON ${table} WHEN old.${scope} <> new.${scope} BEGIN
  ${subtract('old')} ${add('new')}
END;
CREATE TRIGGER ${name}_gone AFTER DELETE ON ${scope === 'schedule_id' ? 'schedules' : 'resources'} BEGIN
  DELETE FROM ${name} WHERE ${scope} = old.id;
END;`
}

/** What each version of the tables adds to the one before; the first makes version 1. */
const migrations: readonly string[] = [first]

/** Brings a database to the newest version of the tables, in one transaction. */
export function migrate(database: Database): void {
  const version = Number(database.exec('PRAGMA user_version')[0]?.values[0]?.[0] ?? 0)
  if (version > migrations.length) {
    throw new Error(
      `Failed to open the data: its version is ${version}, and this schedkit knows versions up to ${migrations.length}. Use a newer schedkit.`,
    )
  }
  database.run('BEGIN')
  try {
    for (const migration of migrations.slice(version)) database.run(migration)
    database.run(`PRAGMA user_version = ${migrations.length}`)
    database.run('COMMIT')
  } catch (error) {
    database.run('ROLLBACK')
    throw error
  }
}

/** Lets a name occur once in the whole service, or once in each schedule (section 2.1). */
export function keepNamesUnique(database: Database, where: 'service' | 'schedule'): void {
  database.run('DROP INDEX IF EXISTS resource_names')
  database.run(
    `CREATE UNIQUE INDEX resource_names ON resources (${where === 'service' ? 'name' : 'schedule_id, name'})`,
  )
}
