-- Only schedules are read by blocks: the totals of resources are kept as a whole again, so that there are fewer rows to add and to change.
WITH taken AS (
  DELETE FROM booking_totals WHERE resource_id <> 0 AND block <> 0 RETURNING schedule_id, resource_id, writer, total
)
INSERT INTO booking_totals AS kept (schedule_id, resource_id, block, writer, total)
  SELECT schedule_id, resource_id, 0, writer, sum(total)::bigint FROM taken GROUP BY 1, 2, 4
  ON CONFLICT (schedule_id, resource_id, block, writer) DO UPDATE SET total = kept.total + excluded.total;
COMMENT ON TABLE booking_totals IS 'How many bookings a resource has, in rows with block 0, or a schedule of each 4096 ids, in rows with resource_id 0: the sum over all writers. A connection changes the row of its process, so that writers do not wait for each other';
