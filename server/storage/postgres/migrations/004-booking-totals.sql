-- How many bookings each schedule and resource has: the sum over its slots, so that writers on different connections change
-- different rows. Those of the schedule have `resource_id` 0. Rows have room beside them for their next versions, which then
-- need no new entries in the index.

CREATE TABLE booking_totals (
  schedule_id text NOT NULL REFERENCES schedules ON DELETE CASCADE,
  resource_id bigint NOT NULL,
  slot bigint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (schedule_id, resource_id, slot)
) WITH (fillfactor = 50);

INSERT INTO booking_totals (schedule_id, resource_id, slot, total)
  SELECT schedule_id, 0, 0, count(*) FROM bookings GROUP BY schedule_id
  UNION ALL SELECT schedule_id, resource_id, 0, count(*) FROM bookings GROUP BY schedule_id, resource_id;
