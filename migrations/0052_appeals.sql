-- Appeals against punishments and restrictions (docs/fair-play.md).

-- Opens one appeal without an account: 40 bits of an HMAC over the id, as the game server was told.
ALTER TABLE punishments ADD COLUMN appeal_code text CHECK (char_length(appeal_code) = 8);
CREATE INDEX punishments_appeal_code ON punishments (appeal_code);

CREATE TABLE appeals (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  punishment_id uuid REFERENCES punishments,
  restriction_id integer REFERENCES restrictions ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'in_review', 'waiting', 'upheld', 'reduced', 'lifted',
    'withdrawn', 'expired')),
  -- A second appeal about the same: there is no third.
  is_final boolean NOT NULL,
  -- Who reviews it, and who decided.
  reviewer_id integer REFERENCES users ON DELETE SET NULL,
  -- What staff tell the player with the decision.
  note text CHECK (char_length(note) BETWEEN 1 AND 1000),
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(punishment_id, restriction_id) = 1)
);
CREATE UNIQUE INDEX appeals_one_open_punishment ON appeals (punishment_id)
  WHERE state IN ('open', 'in_review', 'waiting');
CREATE UNIQUE INDEX appeals_one_open_restriction ON appeals (restriction_id)
  WHERE state IN ('open', 'in_review', 'waiting');
CREATE INDEX appeals_punishment ON appeals (punishment_id);
CREATE INDEX appeals_restriction ON appeals (restriction_id);
CREATE INDEX appeals_reviewer ON appeals (reviewer_id);
-- The queue: oldest first.
CREATE INDEX appeals_queue ON appeals (changed_at, id) WHERE state IN ('open', 'in_review', 'waiting');

CREATE TABLE appeal_messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  appeal_id integer NOT NULL REFERENCES appeals ON DELETE CASCADE,
  is_staff boolean NOT NULL,
  author_id integer REFERENCES users ON DELETE SET NULL,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX appeal_messages_appeal ON appeal_messages (appeal_id, id);
CREATE INDEX appeal_messages_author ON appeal_messages (author_id);

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN ('post_removed', 'restricted',
  'restriction_lifted', 'bio_cleared', 'picture_cleared', 'name_cleared', 'application_changed', 'matches_excluded',
  'matches_restored', 'punished', 'punishment_lifted', 'appeal_answered', 'appeal_decided'));
