-- The account that an id stands for today.
CREATE OR REPLACE FUNCTION kept_user_id(id integer) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce((SELECT user_id FROM user_redirects WHERE old_id = $1), $1);
