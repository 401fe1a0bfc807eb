-- Four more kinds: seasons, news, followed players, and work of staff.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (kind IN ('reply', 'like', 'follow', 'report',
  'event', 'season', 'news', 'appeal', 'ruling', 'application', 'staff', 'account'));
ALTER TABLE muted_notifications DROP CONSTRAINT muted_notifications_kind_check;
ALTER TABLE muted_notifications ADD CONSTRAINT muted_notifications_kind_check CHECK (kind IN ('reply', 'like', 'follow',
  'report', 'event', 'season', 'news', 'appeal', 'ruling', 'application', 'staff'));

-- A notification that says everything itself: its title, and the path of the site that it opens.
ALTER TABLE notifications ADD COLUMN title text CHECK (char_length(title) BETWEEN 1 AND 200);
ALTER TABLE notifications ADD COLUMN link text CHECK (link ~ '^/([^/\\]|$)' AND char_length(link) <= 200);
ALTER TABLE notifications ADD CONSTRAINT notifications_titled CHECK ((title IS NULL) = (link IS NULL));

-- Who follows whom.
CREATE TABLE follows (
  follower_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  player_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (follower_id, player_id),
  CONSTRAINT follows_self CHECK (follower_id <> player_id)
);
CREATE INDEX follows_player ON follows (player_id, follower_id);

-- One event that many members are notified of. A worker makes their notifications in steps, so that the transaction of
-- the event writes one row, however many there are.
CREATE TABLE notification_fanouts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  event_key text NOT NULL UNIQUE CHECK (char_length(event_key) BETWEEN 1 AND 60),
  audience text NOT NULL CHECK (audience IN ('members', 'followers', 'staff')),
  -- Whose followers they are; set for that audience only.
  player_id integer REFERENCES users ON DELETE CASCADE,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  text text CHECK (char_length(text) <= 500),
  link text NOT NULL CHECK (link ~ '^/([^/\\]|$)' AND char_length(link) <= 200),
  -- Members up to this id have theirs.
  last_user_id integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz,
  CONSTRAINT notification_fanouts_player CHECK ((audience = 'followers') = (player_id IS NOT NULL))
);
CREATE INDEX notification_fanouts_waiting ON notification_fanouts (id) WHERE done_at IS NULL;
CREATE INDEX notification_fanouts_player_id ON notification_fanouts (player_id) WHERE player_id IS NOT NULL;
