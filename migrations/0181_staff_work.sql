-- Work that waits for staff: one notification per person and queue, which is told again once it was read.
ALTER TABLE notification_fanouts
  -- Names the notification where several events share one; else the event itself does.
  ADD COLUMN collapse_key text CHECK (char_length(collapse_key) BETWEEN 1 AND 60),
  -- Staff of these ranks are notified; set for that audience only.
  ADD COLUMN ranks text[],
  -- Who caused the event is not notified of it.
  ADD COLUMN except_user_id integer REFERENCES users ON DELETE SET NULL,
  ADD CONSTRAINT notification_fanouts_ranks CHECK ((audience = 'staff') = (ranks IS NOT NULL));
CREATE INDEX notification_fanouts_except_user_id ON notification_fanouts (except_user_id)
  WHERE except_user_id IS NOT NULL;

-- Staff are found without a look at every member.
CREATE INDEX users_ranked ON users (rank, id) WHERE rank <> 'Member';
