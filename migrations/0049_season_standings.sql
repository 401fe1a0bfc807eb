-- Final standings of closed seasons (docs/ranked.md): written once by the worker, and changed by no replay.
-- By identity, so that links, merges and deleted accounts change no row.

CREATE TABLE season_standings (
  season_id integer NOT NULL REFERENCES seasons,
  track_id integer NOT NULL REFERENCES rating_tracks,
  -- Of the player's last match of the season.
  identity_id integer NOT NULL REFERENCES game_identities (id),
  -- Null for who was not on the board: provisional, or idle for 30 days.
  position integer CHECK (position > 0),
  rating integer NOT NULL,
  deviation integer NOT NULL,
  volatility integer NOT NULL,
  matches integer NOT NULL,
  wins integer NOT NULL,
  tier text NOT NULL,
  tier_colour text NOT NULL,
  -- A match behind it was declared void after the season was closed.
  has_late_void boolean NOT NULL DEFAULT false,
  PRIMARY KEY (season_id, track_id, identity_id)
);

CREATE UNIQUE INDEX season_standings_position ON season_standings (season_id, track_id, position)
  WHERE position IS NOT NULL;
CREATE INDEX season_standings_identity ON season_standings (identity_id);

-- All but the mark stays as it was written.
CREATE TRIGGER season_standings_append_only
  BEFORE DELETE OR TRUNCATE OR UPDATE OF season_id, track_id, identity_id, position, rating, deviation, volatility,
    matches, wins, tier, tier_colour
  ON season_standings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
