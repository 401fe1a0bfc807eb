-- Whom a post or comment names. Read from the text when it is stored: the link follows the account, not the name.
CREATE TABLE mentions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  post_id integer REFERENCES all_posts ON DELETE CASCADE,
  comment_id integer REFERENCES all_comments ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- [[at, length], …] in code points, with the `@`; empty once an edit took the name out. The row stays, so that who is
  -- named again is not notified again.
  spans jsonb NOT NULL,
  CONSTRAINT mentions_in_one_text CHECK (num_nonnulls(post_id, comment_id) = 1),
  CONSTRAINT mentions_once_a_post UNIQUE (post_id, user_id),
  CONSTRAINT mentions_once_a_comment UNIQUE (comment_id, user_id)
);
CREATE INDEX mentions_user ON mentions (user_id);
-- Also known before a process of this release starts, as the other kinds are.
INSERT INTO notification_kinds (kind, channels, is_mailed_at_once) VALUES ('mention', '{site}', false)
ON CONFLICT DO NOTHING;
