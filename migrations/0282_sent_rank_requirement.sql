-- Whether staff need a second factor for their rank in game, as the process that started last was configured: two with
-- different settings would send a rank to game servers and take it back again and again.
CREATE TABLE sent_rank_requirement (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  second_factor boolean NOT NULL
);
