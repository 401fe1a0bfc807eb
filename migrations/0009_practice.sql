-- Practice modes as pages list them; content/practice-modes.yaml fills an empty table once, staff manage the rows.
CREATE TABLE practice_modes (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  category text NOT NULL CHECK (category IN ('ffa', 'duels')),
  -- Game servers name it so in the queues of a heartbeat; case does not count there.
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 300),
  -- Place in its category's list; equal ones follow their ids.
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX practice_modes_name ON practice_modes (category, lower(name));
CREATE INDEX practice_modes_order ON practice_modes (category, position, id);
