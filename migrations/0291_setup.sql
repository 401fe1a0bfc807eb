-- Written with the first Owner and never removed: set-up stays shut when that account goes.
CREATE TABLE first_owner (
  is_made boolean PRIMARY KEY DEFAULT true CHECK (is_made),
  at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO first_owner
SELECT true WHERE EXISTS (SELECT FROM users WHERE rank = 'Owner')
  OR EXISTS (SELECT FROM audit_log WHERE actor_rank = 'Owner' OR after->>'rank' = 'Owner');

-- The newest link that makes the first Owner.
CREATE TABLE setup_link (
  is_newest boolean PRIMARY KEY DEFAULT true CHECK (is_newest),
  token_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
