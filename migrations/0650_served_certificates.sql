-- Until when the certificate of the public address is valid. It is looked at once a day by one process.
CREATE TABLE served_certificates (
  origin text PRIMARY KEY CHECK (length(origin) <= 300),
  checked_at timestamptz NOT NULL DEFAULT now(),
  valid_until timestamptz
);
