-- The member who caused a notification: the author of a comment, a follower, the player of a milestone, the author of a
-- post that mentions. Null where the site or staff did, and for likes, which are those of many.
CREATE OR REPLACE FUNCTION notification_actor(notification notifications) RETURNS integer LANGUAGE sql STABLE
  RETURN coalesce(
    (SELECT user_id FROM all_comments WHERE id = notification.comment_id),
    notification.follower_id,
    notification.player_id,
    CASE notification.kind WHEN 'mention' THEN (SELECT user_id FROM all_posts WHERE id = notification.post_id) END);
