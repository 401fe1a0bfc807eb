-- The accounts that could have acted through an account: those of its person, and whose hand it was in within seven days
-- before the moment or since, directly or through others.
CREATE OR REPLACE FUNCTION hands_behind(account integer, moment timestamptz DEFAULT now()) RETURNS SETOF integer
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE behind (id) AS (
    SELECT own_accounts(account)
    UNION
    SELECT own_accounts(hands.by_id) FROM behind JOIN hands ON kept_user_id(hands.member_id) = behind.id
    WHERE hands.at > moment - interval '7 days'
  )
  SELECT id FROM behind
$$;
