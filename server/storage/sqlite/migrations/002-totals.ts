/*
 * Totals that triggers maintain: one row for each schedule that ever had an object of the type, and one for each
 * resource that ever had a booking.
 */

const totalPerSchedule = (table: string) => `
CREATE TABLE ${table}_per_schedule (
  schedule_id TEXT PRIMARY KEY NOT NULL,
  total INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER ${table}_per_schedule_up AFTER INSERT ON ${table} BEGIN
  INSERT INTO ${table}_per_schedule VALUES (new.schedule_id, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER ${table}_per_schedule_down AFTER DELETE ON ${table} BEGIN
  UPDATE ${table}_per_schedule SET total = total - 1 WHERE schedule_id = old.schedule_id;
END;
CREATE TRIGGER ${table}_per_schedule_gone AFTER DELETE ON schedules BEGIN
  DELETE FROM ${table}_per_schedule WHERE schedule_id = old.id;
END;
`

const bookingsPerResource = `
CREATE TABLE bookings_per_resource (
  schedule_id TEXT NOT NULL,
  resource_id INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (resource_id, schedule_id)
) WITHOUT ROWID;
CREATE TRIGGER bookings_per_resource_up AFTER INSERT ON bookings BEGIN
  INSERT INTO bookings_per_resource VALUES (new.schedule_id, new.resource_id, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER bookings_per_resource_down AFTER DELETE ON bookings BEGIN
  UPDATE bookings_per_resource SET total = total - 1
    WHERE resource_id = old.resource_id AND schedule_id = old.schedule_id;
END;
CREATE TRIGGER bookings_per_resource_moved AFTER UPDATE OF resource_id ON bookings
  WHEN old.resource_id <> new.resource_id
BEGIN
  UPDATE bookings_per_resource SET total = total - 1
    WHERE resource_id = old.resource_id AND schedule_id = old.schedule_id;
  INSERT INTO bookings_per_resource VALUES (new.schedule_id, new.resource_id, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER bookings_per_resource_gone AFTER DELETE ON resources BEGIN
  DELETE FROM bookings_per_resource WHERE resource_id = old.id;
END;
`

const staysInSchedule = (
  table: string,
  noun: string,
) => `CREATE TRIGGER ${table}_stay BEFORE UPDATE OF id, schedule_id ON ${table}
  WHEN old.id IS NOT new.id OR old.schedule_id IS NOT new.schedule_id
BEGIN
  SELECT RAISE(ABORT, 'a ${noun} keeps its id and its schedule');
END;
`

export const totals = [
  totalPerSchedule('resources'),
  totalPerSchedule('bookings'),
  bookingsPerResource,
  totalPerSchedule('collaborators'),
  `
/* Nothing moves between schedules: that would leave the totals behind. */
`,
  staysInSchedule('resources', 'resource'),
  staysInSchedule('bookings', 'booking'),
  staysInSchedule('collaborators', 'collaborator'),
].join('')
