-- Points in time are timestamptz, and the names of constraints and indexes begin with their table. Numbers of seconds or
-- milliseconds remain where processes count: in request_leases and login_tries.

ALTER TABLE users RENAME COLUMN json TO object;
ALTER TABLE users RENAME CONSTRAINT user_id TO users_pkey;
ALTER TABLE users RENAME CONSTRAINT user_number TO users_number_unique;
ALTER TABLE users RENAME CONSTRAINT user_email TO users_email_unique;

ALTER TABLE email_changes ALTER COLUMN expires_at TYPE timestamptz USING to_timestamp(expires_at / 1000.0);
ALTER TABLE email_changes RENAME CONSTRAINT email_change_secret TO email_changes_secret_unique;

ALTER TABLE schedules RENAME CONSTRAINT schedule_id TO schedules_pkey;
ALTER TABLE schedules RENAME CONSTRAINT schedule_number TO schedules_number_unique;

ALTER TABLE resources RENAME COLUMN json TO object;
ALTER TABLE resources RENAME CONSTRAINT resource_id TO resources_pkey;
ALTER TABLE resources RENAME CONSTRAINT resources_of_schedule TO resources_id_of_schedule_unique;
ALTER INDEX IF EXISTS resource_name RENAME TO resources_name_unique;

DROP INDEX bookings_by_time;
ALTER TABLE bookings DROP CONSTRAINT bookings_check;
ALTER TABLE bookings RENAME COLUMN json TO object;
ALTER TABLE bookings RENAME COLUMN start TO starts_at;
ALTER TABLE bookings RENAME COLUMN "end" TO ends_at;
ALTER TABLE bookings
  ALTER COLUMN starts_at TYPE timestamptz USING to_timestamp(starts_at),
  ALTER COLUMN ends_at TYPE timestamptz USING to_timestamp(ends_at),
  ADD CONSTRAINT bookings_end_not_before_start CHECK (ends_at >= starts_at);
ALTER INDEX booking_id RENAME TO bookings_id_unique;
-- It has the ids, too: the bookings of a window are found in it alone.
CREATE INDEX bookings_by_time ON bookings (schedule_id, starts_at, ends_at, id);

ALTER TABLE collaborators RENAME COLUMN json TO object;
ALTER TABLE collaborators RENAME CONSTRAINT collaborator_id TO collaborators_pkey;
ALTER TABLE collaborators RENAME CONSTRAINT collaborator_email TO collaborators_email_unique;
ALTER TABLE collaborators RENAME CONSTRAINT collaborator_account TO collaborators_account_unique;
ALTER INDEX invitations_by_email RENAME TO collaborators_invited_by_email;

DROP INDEX mails_by_due;
ALTER TABLE mails RENAME COLUMN json TO object;
ALTER TABLE mails
  ALTER COLUMN due TYPE timestamptz USING to_timestamp(due / 1000.0);
ALTER TABLE mails RENAME COLUMN due TO due_at;
CREATE INDEX mails_by_due ON mails (due_at) WHERE state = 'sending';

COMMENT ON TABLE schedkit IS 'One row: the version of the tables, where resource names are unique, and whether a seed was ever loaded';
COMMENT ON TABLE users IS 'Accounts, in the order of their numbers; object is what the interface shows of each';
COMMENT ON TABLE email_changes IS 'New addresses that are not confirmed yet, at most one of each account; the secret of the link is stored as its hash';
COMMENT ON TABLE schedules IS 'Schedules with their owners, in the order of their numbers';
COMMENT ON TABLE resources IS 'What can be booked in a schedule; object is what the interface shows of it';
COMMENT ON TABLE bookings IS 'Bookings of resources; object is what the interface shows, with start and end null because they depend on the reader';
COMMENT ON TABLE collaborators IS 'Who may read or change a schedule beside its owner; user_id is null until the address belongs to an account';
COMMENT ON TABLE booking_totals IS 'How many bookings a resource has, or a schedule in rows with resource_id 0: the sum over all slots. A connection changes the slot of its process, so that writers do not wait for each other';
COMMENT ON TABLE mails IS 'E-mails that wait for their delivery, and the newest of the others';
COMMENT ON TABLE request_leases IS 'Requests of accounts that processes have counted, by the second in which they took them; may be emptied at any time';
COMMENT ON TABLE login_tries IS 'Wrong passwords of accounts and networks; may be emptied at any time';
COMMENT ON COLUMN users.email_key IS 'The address in lower case';
COMMENT ON COLUMN users.object IS 'JSON text, byte by byte what is answered; text, because json operators refuse the zero characters that it may have';
COMMENT ON COLUMN resources.object IS 'JSON text, byte by byte what is answered';
COMMENT ON COLUMN bookings.object IS 'JSON text, byte by byte what is answered, with null for start and end';
COMMENT ON COLUMN collaborators.object IS 'JSON text, byte by byte what is answered, without the names of the account';
