/*
 * Bookings with the text of their response, made once, and what queries need: the other columns repeated that text. Integers
 * instead of the text ids of schedules keep the indexes narrow. The totals of bookings are counted by the store; triggers
 * only follow what goes with a resource or a schedule.
 */

ALTER TABLE schedules ADD COLUMN key INTEGER;
UPDATE schedules SET key = rowid;
CREATE UNIQUE INDEX schedules_by_key ON schedules (key);

ALTER TABLE resources ADD COLUMN schedule INTEGER;
UPDATE resources SET schedule = (SELECT key FROM schedules WHERE schedules.id = schedule_id);
CREATE UNIQUE INDEX resources_by_schedule ON resources (schedule, id);

/* The scope is the id of a resource, or the negative key of a schedule; 0 has the last id that a booking was given. */
CREATE TABLE booking_totals (
  scope INTEGER PRIMARY KEY NOT NULL,
  total INTEGER NOT NULL
);
INSERT INTO booking_totals SELECT 0, seq FROM sqlite_sequence WHERE name = 'bookings';
INSERT INTO booking_totals SELECT -key, count(*) FROM bookings JOIN schedules ON schedules.id = schedule_id GROUP BY key;
INSERT INTO booking_totals SELECT resource_id, count(*) FROM bookings GROUP BY resource_id;
DROP TRIGGER bookings_per_schedule_gone;
DROP TRIGGER bookings_per_resource_gone;
DROP TABLE bookings_per_schedule;
DROP TABLE bookings_per_resource;

/* Times are in seconds since 1970. In the text, "start" and "end" are null: they depend on the reader's time zone. */
CREATE TABLE light_bookings (
  id INTEGER PRIMARY KEY,
  schedule INTEGER NOT NULL,
  resource_id INTEGER NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  json TEXT NOT NULL,
  CHECK ("end" >= start),
  FOREIGN KEY (schedule, resource_id) REFERENCES resources (schedule, id) ON DELETE CASCADE
);
INSERT INTO light_bookings
  SELECT bookings.id, key, resource_id, start, "end", json
  FROM bookings JOIN schedules ON schedules.id = schedule_id ORDER BY bookings.id;
DROP TABLE bookings;
ALTER TABLE light_bookings RENAME TO bookings;
/* Ids ascend, so new bookings go to the end of the first two. */
CREATE INDEX bookings_of_schedule ON bookings (schedule, id, start, "end");
CREATE INDEX bookings_of_resource ON bookings (resource_id, schedule, id, start, "end");
CREATE INDEX bookings_by_time ON bookings (schedule, start, "end", resource_id);

CREATE TRIGGER bookings_stay BEFORE UPDATE OF id, schedule ON bookings
  WHEN old.id IS NOT new.id OR old.schedule IS NOT new.schedule
BEGIN
  SELECT RAISE(ABORT, 'a booking keeps its id and its schedule');
END;
CREATE TRIGGER booking_totals_without_resource AFTER DELETE ON resources BEGIN
  UPDATE booking_totals SET total = total - coalesce((SELECT total FROM booking_totals WHERE scope = old.id), 0)
    WHERE scope = -old.schedule;
  DELETE FROM booking_totals WHERE scope = old.id;
END;
CREATE TRIGGER booking_totals_without_schedule AFTER DELETE ON schedules BEGIN
  DELETE FROM booking_totals WHERE scope = -old.key;
END;
