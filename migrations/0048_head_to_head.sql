-- Head-to-head (docs/ranked.md): what two players won against each other, 1v1 only. A projection of the ledger, kept by
-- the worker that rates matches and rebuildable (`cli ledger rebuild`).

-- The season that a match counts for; 0 before the first, in a gap the negative id of the one before.
CREATE FUNCTION season_at(moment timestamptz) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce((SELECT CASE WHEN moment < ends_at THEN id ELSE -id END FROM seasons
    WHERE starts_at <= moment ORDER BY starts_at DESC LIMIT 1), 0);

-- By identity and by the game type as sent, so that linking and merging modes change no row. One row for both players.
CREATE TABLE head_to_head (
  -- The newest match that counts: a match that ended later is added, any other has the pair computed again.
  last_ended_at timestamptz NOT NULL,
  low_id integer NOT NULL,
  high_id integer NOT NULL,
  season_id integer NOT NULL,
  low_wins integer NOT NULL CHECK (low_wins >= 0),
  high_wins integer NOT NULL CHECK (high_wins >= 0),
  draws integer NOT NULL CHECK (draws >= 0),
  game_type text NOT NULL,
  PRIMARY KEY (low_id, high_id, season_id, game_type),
  CHECK (low_id < high_id),
  CHECK (low_wins + high_wins + draws > 0)
);

-- With the primary key, finds everybody whom a player met.
CREATE INDEX head_to_head_high ON head_to_head (high_id);

-- The matches that are there already.
INSERT INTO rating_queue (mode) SELECT key FROM modes
  WHERE made_by <> 'reserved' AND EXISTS (SELECT FROM matches WHERE game_type = key AND ranked);
