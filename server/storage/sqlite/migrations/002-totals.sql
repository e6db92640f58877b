/*
 * Totals that triggers maintain: one row for each schedule that ever had an object of the type, and one for each
 * resource that ever had a booking.
 */

CREATE TABLE resources_per_schedule (
  schedule_id TEXT PRIMARY KEY NOT NULL,
  total INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER resources_per_schedule_up AFTER INSERT ON resources BEGIN
  INSERT INTO resources_per_schedule VALUES (new.schedule_id, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER resources_per_schedule_down AFTER DELETE ON resources BEGIN
  UPDATE resources_per_schedule SET total = total - 1 WHERE schedule_id = old.schedule_id;
END;
CREATE TRIGGER resources_per_schedule_gone AFTER DELETE ON schedules BEGIN
  DELETE FROM resources_per_schedule WHERE schedule_id = old.id;
END;

CREATE TABLE bookings_per_schedule (
  schedule_id TEXT PRIMARY KEY NOT NULL,
  total INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER bookings_per_schedule_up AFTER INSERT ON bookings BEGIN
  INSERT INTO bookings_per_schedule VALUES (new.schedule_id, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER bookings_per_schedule_down AFTER DELETE ON bookings BEGIN
  UPDATE bookings_per_schedule SET total = total - 1 WHERE schedule_id = old.schedule_id;
END;
CREATE TRIGGER bookings_per_schedule_gone AFTER DELETE ON schedules BEGIN
  DELETE FROM bookings_per_schedule WHERE schedule_id = old.id;
END;

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

CREATE TABLE collaborators_per_schedule (
  schedule_id TEXT PRIMARY KEY NOT NULL,
  total INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER collaborators_per_schedule_up AFTER INSERT ON collaborators BEGIN
  INSERT INTO collaborators_per_schedule VALUES (new.schedule_id, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER collaborators_per_schedule_down AFTER DELETE ON collaborators BEGIN
  UPDATE collaborators_per_schedule SET total = total - 1 WHERE schedule_id = old.schedule_id;
END;
CREATE TRIGGER collaborators_per_schedule_gone AFTER DELETE ON schedules BEGIN
  DELETE FROM collaborators_per_schedule WHERE schedule_id = old.id;
END;

/* Nothing moves between schedules: that would leave the totals behind. */
CREATE TRIGGER resources_stay BEFORE UPDATE OF id, schedule_id ON resources
  WHEN old.id IS NOT new.id OR old.schedule_id IS NOT new.schedule_id
BEGIN
  SELECT RAISE(ABORT, 'a resource keeps its id and its schedule');
END;
CREATE TRIGGER bookings_stay BEFORE UPDATE OF id, schedule_id ON bookings
  WHEN old.id IS NOT new.id OR old.schedule_id IS NOT new.schedule_id
BEGIN
  SELECT RAISE(ABORT, 'a booking keeps its id and its schedule');
END;
CREATE TRIGGER collaborators_stay BEFORE UPDATE OF id, schedule_id ON collaborators
  WHEN old.id IS NOT new.id OR old.schedule_id IS NOT new.schedule_id
BEGIN
  SELECT RAISE(ABORT, 'a collaborator keeps its id and its schedule');
END;
