CREATE OR REPLACE VIEW posts AS
  SELECT id, user_id, content, created_at, edited_at FROM all_posts WHERE removed_at IS NULL;
