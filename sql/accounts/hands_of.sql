-- The accounts through which an account could have acted: hands_behind, seen from the other side.
CREATE OR REPLACE FUNCTION hands_of(account integer, moment timestamptz DEFAULT now()) RETURNS SETOF integer
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE reached (id) AS (
    SELECT own_accounts(account)
    UNION
    SELECT own_accounts(hands.member_id) FROM reached JOIN hands ON kept_user_id(hands.by_id) = reached.id
    WHERE hands.at > moment - interval '7 days'
  )
  SELECT id FROM reached
$$;
