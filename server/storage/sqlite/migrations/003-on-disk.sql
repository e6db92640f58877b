/*
 * Changes for data on disk. The secret of an activation link grants access, so only its SHA-256 is stored; pending links
 * become invalid, because SQL cannot hash them.
 */

DROP TABLE email_changes;
CREATE TABLE email_changes (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES users ON DELETE CASCADE,
  email TEXT NOT NULL,
  secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  expires_at INTEGER NOT NULL
);

/* Has a row from the first planting on: what was planted once is never planted over. */
CREATE TABLE planted (once INTEGER PRIMARY KEY CHECK (once = 1));
INSERT INTO planted SELECT 1 WHERE EXISTS (SELECT 1 FROM users);

/* "sckd" in ASCII: tells a file of ours from that of another program. */
PRAGMA application_id = 0x73636b64;
