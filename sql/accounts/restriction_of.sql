-- The restriction in force of the person whose account it is, the longest first. It follows whoever owned the same player.
CREATE OR REPLACE FUNCTION restriction_of(account integer) RETURNS SETOF restrictions LANGUAGE sql STABLE AS $$
  SELECT restrictions.* FROM restrictions
  WHERE user_id IN (SELECT own_accounts(account)) AND lifted_at IS NULL AND (until IS NULL OR until > now())
  ORDER BY until DESC NULLS FIRST, id DESC LIMIT 1
$$;
