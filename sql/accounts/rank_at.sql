-- The rank that an account had at a moment, whether it was granted or not; null where there was no such account.
CREATE OR REPLACE FUNCTION rank_at(account integer, moment timestamptz) RETURNS text LANGUAGE sql STABLE
RETURN (
  SELECT coalesce((SELECT before ->> 'rank' FROM audit_log
    WHERE subject_type = 'member' AND subject_id = users.id AND action = 'member.rank' AND at > moment
    ORDER BY id LIMIT 1), rank)
  FROM users WHERE id = account AND created_at <= moment
);
