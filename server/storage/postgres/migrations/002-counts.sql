-- What all processes count together: requests, and wrong passwords. Unlogged, because counting must cost little and may start
-- again after a crash of the database. `second` and `at` are in seconds and milliseconds since 1970.

CREATE UNLOGGED TABLE request_leases (
  user_id text NOT NULL,
  second bigint NOT NULL,
  requests bigint NOT NULL,
  PRIMARY KEY (user_id, second)
);

CREATE UNLOGGED TABLE login_tries (
  key text PRIMARY KEY,
  wrong bigint NOT NULL DEFAULT 0,
  last bigint NOT NULL DEFAULT 0,
  at bigint NOT NULL DEFAULT 0,
  is_known boolean NOT NULL DEFAULT false,
  checking text NOT NULL DEFAULT '[]',
  kept_until bigint NOT NULL
);
CREATE INDEX login_tries_by_end ON login_tries (kept_until);
