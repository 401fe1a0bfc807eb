-- When a header of reverse proxies last came to a process whose TRUST_PROXY names none; one row. Doctor tells it.
CREATE TABLE unnamed_proxy (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  seen_at timestamptz NOT NULL
);
