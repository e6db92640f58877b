-- Mails that wait for their delivery, and the newest of the others. `due` is in milliseconds since 1970.

CREATE SEQUENCE mail_numbers;
CREATE TABLE mails (
  key text PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('mail_numbers'),
  json text NOT NULL,
  state text NOT NULL CHECK (state IN ('outbox', 'sending', 'delivered', 'failed')),
  attempts bigint NOT NULL DEFAULT 0,
  due bigint NOT NULL,
  problem text,
  is_hidden boolean NOT NULL DEFAULT false
);
CREATE INDEX mails_by_due ON mails (due) WHERE state = 'sending';
CREATE INDEX mails_by_number ON mails (number);
