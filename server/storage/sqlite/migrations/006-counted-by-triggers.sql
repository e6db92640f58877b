/* Triggers keep the totals of bookings, whatever writes them. Scope 0 has the last id that a booking was given. */

DROP TRIGGER IF EXISTS booking_totals_up;
DROP TRIGGER IF EXISTS booking_totals_down;
DROP TRIGGER IF EXISTS booking_totals_moved;
DROP TRIGGER booking_totals_without_resource;
DROP TRIGGER booking_totals_without_schedule;

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
