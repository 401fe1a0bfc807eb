-- The size of the database once a day, so that staff see how fast it grows. Those of the last 30 days stay.
CREATE TABLE database_sizes (
  day date PRIMARY KEY,
  bytes bigint NOT NULL CHECK (bytes >= 0)
);
