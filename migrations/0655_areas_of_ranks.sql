-- Where a staff rank holds its power. Null: in all areas, as rows of the previous release.
ALTER TABLE ranks
  ADD COLUMN areas text[],
  ADD CONSTRAINT ranks_areas_known CHECK (cardinality(areas) > 0 AND areas <@ ARRAY[
    'moderation', 'appeals', 'reports', 'applications', 'news', 'events', 'modes', 'members', 'settings']),
  ADD CONSTRAINT ranks_areas_of_own_staff CHECK (areas IS NULL OR number > 9 AND power <> 'member');
