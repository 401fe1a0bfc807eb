-- Whether a rank held its power in an area at a moment. The entry of the first change after it says what was before.
CREATE OR REPLACE FUNCTION had_area_at(rank_key text, area text, moment timestamptz) RETURNS boolean LANGUAGE sql STABLE
RETURN (
  SELECT areas IS NULL OR areas ?| ARRAY[area, 'all'] FROM (
    SELECT coalesce((SELECT before -> 'areas' FROM audit_log
      WHERE subject_type = 'rank' AND subject_id = number AND action = 'rank.update' AND before ? 'areas' AND at > moment
      ORDER BY id LIMIT 1), to_jsonb(ranks.areas)) AS areas
    FROM ranks WHERE key = rank_key) AS held
);
