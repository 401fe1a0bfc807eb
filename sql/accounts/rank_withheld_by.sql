-- Why a staff rank grants nothing now; null where it grants its powers. The only place that decides it: another reason is
-- another line here. `short_password` is also true for a password whose length was never measured.
CREATE OR REPLACE FUNCTION rank_withheld_by(member_id integer, recovered_at timestamptz, short_password boolean,
  needs_second_factor boolean) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN EXISTS (SELECT FROM restriction_of(member_id)) THEN 'restriction'
    WHEN recovered_at IS NOT NULL THEN 'recovery'
    WHEN short_password THEN 'password'
    WHEN needs_second_factor AND NOT EXISTS (SELECT FROM second_factors WHERE user_id = member_id) THEN 'second-factor'
  END
$$;
