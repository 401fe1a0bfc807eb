-- The accounts of one person: those that ever owned an identity that one of them ever owned.
CREATE OR REPLACE FUNCTION own_accounts(account integer) RETURNS SETOF integer LANGUAGE sql STABLE AS $$
  WITH RECURSIVE own AS (
    SELECT kept_user_id(account) AS user_id
    UNION
    SELECT others.user_id FROM own JOIN identity_owners AS mine USING (user_id)
    JOIN identity_owners AS others ON others.identity_id = mine.identity_id
  )
  SELECT user_id FROM own
$$;
