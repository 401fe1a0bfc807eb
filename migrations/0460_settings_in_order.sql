-- The order of keys means something in settings: it is that of the shop's tiers on its pages. jsonb sorts them, json
-- stores what was saved.
ALTER TABLE settings_revisions ALTER COLUMN value TYPE json;
ALTER TABLE setting_previews ALTER COLUMN value TYPE json;

-- The shipped tiers in the shipped order; a network's own ones after them, in the order that pages showed until now.
UPDATE settings_revisions SET value = (
  SELECT json_object_agg(key, CASE WHEN key IN ('ranks', 'passes') AND json_typeof(value) = 'object' THEN (
    SELECT coalesce(json_object_agg(tier.key, tier.value ORDER BY
      array_position(ARRAY['note', 'gold', 'emerald', 'diamond', 'gamePass', 'battlePass'], tier.key), tier.at), '{}')
    FROM json_each(part.value) WITH ORDINALITY AS tier (key, value, at)
  ) ELSE value END ORDER BY at)
  FROM json_each(settings_revisions.value) WITH ORDINALITY AS part (key, value, at)
) WHERE scope = 'shop' AND json_typeof(value) = 'object' AND value::text <> '{}';
