-- The key of a booking begins with its schedule. With a key on `id` alone, the planner would read the first page of a schedule
-- by walking the bookings of all schedules in the order of ids. An id stays unique, by an index that is in no order that a query
-- asks for.

ALTER TABLE bookings DROP CONSTRAINT booking_id;
ALTER TABLE bookings ADD CONSTRAINT bookings_pkey PRIMARY KEY (schedule_id, id);
CREATE UNIQUE INDEX booking_id ON bookings ((id + 0));
DROP INDEX bookings_of_schedule;
