-- Names that a player bore in game before, the newest first, so that a search for one finds the player.
ALTER TABLE users ADD COLUMN former_names text[] NOT NULL DEFAULT '{}'
  CONSTRAINT users_former_names_bounded CHECK (cardinality(former_names) <= 10);
ALTER TABLE users DROP CONSTRAINT users_deleted_is_nobody;
ALTER TABLE users ADD CONSTRAINT users_deleted_is_nobody CHECK (deleted_at IS NULL OR (
  username IS NULL AND email IS NULL AND bio IS NULL AND discord_tag IS NULL AND avatar_url IS NULL
  AND rank = 'Member' AND gamertag = 'Deleted player' AND gamertag_at IS NULL AND linked_at IS NULL
  AND last_login_at IS NULL AND last_seen_at IS NULL AND former_names = '{}'));

CREATE OR REPLACE FUNCTION former_name_parts(names text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL UNSAFE COST 1000
  RETURN (SELECT coalesce(array_agg(DISTINCT part), '{}')
    FROM unnest(names) AS name CROSS JOIN LATERAL unnest(name_parts(' ' || folded(name))) AS part);

-- What the ledger knows: each match has the names of its time. Neutral names are nobody's, and a name that somebody of
-- the team bears today was perhaps never shown.
UPDATE users SET former_names = known.names FROM (
  SELECT user_id, (array_agg(gamertag ORDER BY last_at DESC, gamertag))[1:10] AS names FROM (
    SELECT own.user_id, played.gamertag, max(played.ended_at) AS last_at
    FROM game_identities AS own JOIN match_players AS played ON played.identity_id = own.id
    JOIN users AS today ON today.id = own.user_id
    WHERE own.forgotten_at IS NULL AND played.gamertag <> today.gamertag
      AND played.gamertag <> 'Deleted player' AND played.gamertag !~ '^Player [0-9]+$'
      AND NOT EXISTS (SELECT FROM users AS staff WHERE staff.rank <> 'Member' AND staff.id <> today.id
        AND folded(played.gamertag) IN (folded(staff.username), folded(staff.shown_name)))
    GROUP BY 1, 2) AS borne
  GROUP BY 1) AS known
WHERE users.id = known.user_id AND users.gamertag_is_reserved IS NOT TRUE;

CREATE INDEX users_former_names ON users USING gin (former_name_parts(former_names)) WHERE former_names <> '{}';
