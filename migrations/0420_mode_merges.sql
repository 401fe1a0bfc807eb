-- Merges of modes, so that one can be undone for a day: what the mode and its aliases were before.
CREATE TABLE mode_merges (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mode text NOT NULL REFERENCES modes,
  into_mode text NOT NULL REFERENCES modes,
  was_listed boolean NOT NULL,
  -- Modes that were merged into it before.
  aliases text[] NOT NULL,
  merged_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz
);
CREATE INDEX mode_merges_mode ON mode_merges (mode, merged_at DESC);
CREATE INDEX mode_merges_into ON mode_merges (into_mode) WHERE undone_at IS NOT NULL;
