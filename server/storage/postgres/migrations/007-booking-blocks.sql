-- Totals are kept by blocks of ids, so that a page deep in a long list is found without reading all bookings before it. A process of
-- the version before finds no column of the old name, and ends.
DELETE FROM booking_totals;
ALTER TABLE booking_totals DROP CONSTRAINT booking_totals_pkey;
ALTER TABLE booking_totals RENAME slot TO writer;
ALTER TABLE booking_totals ADD block bigint NOT NULL;
ALTER TABLE booking_totals ADD PRIMARY KEY (schedule_id, resource_id, block, writer);
INSERT INTO booking_totals (schedule_id, resource_id, block, writer, total)
  SELECT schedule_id, 0, id / 4096, 0, count(*) FROM bookings GROUP BY schedule_id, id / 4096
  UNION ALL SELECT schedule_id, resource_id, id / 4096, 0, count(*) FROM bookings GROUP BY schedule_id, resource_id, id / 4096;
COMMENT ON TABLE booking_totals IS 'How many bookings a resource has, or a schedule in rows with resource_id 0, of each 4096 ids: the sum over all writers. A connection changes the row of its process, so that writers do not wait for each other';
