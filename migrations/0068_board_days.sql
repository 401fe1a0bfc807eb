-- What is known of the boards once a UTC day (docs/ranked.md), made by the worker of the ratings.

-- The day of the two tables below. Without a row before the first time.
CREATE TABLE board_day (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  as_of date NOT NULL
);

-- The first 10,000 of each board when the day began.
CREATE TABLE opening_positions (
  -- Of ratings: board_id is a row of rating_tracks. Otherwise it is a board of all time.
  by_rating boolean NOT NULL,
  board_id integer NOT NULL,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  position integer NOT NULL CHECK (position > 0),
  PRIMARY KEY (by_rating, board_id, user_id)
);
CREATE INDEX opening_positions_user ON opening_positions (user_id);

-- What a player plays a mode with, mostly. Who uses several has no row.
CREATE TABLE main_inputs (
  mode text NOT NULL REFERENCES modes,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  input text NOT NULL CHECK (input IN ('touch', 'controller', 'keyboard')),
  PRIMARY KEY (mode, user_id)
);
CREATE INDEX main_inputs_user ON main_inputs (user_id);
