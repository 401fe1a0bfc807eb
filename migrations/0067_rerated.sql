-- Why a rated match was rated again (docs/ranked.md). Not in the ledger, so that a rebuild neither needs nor changes it:
-- what a void, a ruling or a late match changed is known only when it happens.
CREATE TABLE rerated_matches (
  -- The player's row of rating_history.
  match_id uuid NOT NULL,
  identity_id integer NOT NULL,
  -- Rating after the match, times 100, as it was before the last time.
  rating_was integer NOT NULL,
  cause text NOT NULL CHECK (cause IN ('void', 'excluded', 'restored', 'late')),
  -- The match that was voided, excluded or restored, or that arrived late.
  cause_match_id uuid NOT NULL REFERENCES matches,
  rerated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (match_id, identity_id)
);

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN ('post_removed', 'restricted',
  'restriction_lifted', 'bio_cleared', 'picture_cleared', 'name_cleared', 'application_changed', 'matches_excluded',
  'matches_restored', 'punished', 'punishment_lifted', 'appeal_answered', 'appeal_decided', 'rerated'));
