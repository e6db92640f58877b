/* Mails that wait for their delivery, and the newest of the others. `due` is in milliseconds since 1970. */

CREATE TABLE mails (
  key TEXT PRIMARY KEY NOT NULL,
  number INTEGER NOT NULL,
  json TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('outbox', 'sending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due INTEGER NOT NULL,
  problem TEXT,
  is_hidden INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX mails_by_due ON mails (due) WHERE state = 'sending';
CREATE INDEX mails_by_number ON mails (number);
