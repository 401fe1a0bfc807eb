-- What is wrong at the moment, so that staff are told once per outage and when it is over.
CREATE TABLE alarms (
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  -- The machine it is about; empty for what all processes share.
  place text NOT NULL CHECK (length(place) <= 255),
  since timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  told_at timestamptz,
  PRIMARY KEY (name, place)
);
