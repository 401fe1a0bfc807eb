-- Blocks that hold. A block holds back no staff whose rank is shown, unless that rank grants nothing now.
CREATE OR REPLACE VIEW blocks_in_force AS
  SELECT blocker_id, blocked_id FROM blocks JOIN users ON users.id = blocked_id LEFT JOIN ranks ON ranks.key = users.rank
  WHERE coalesce(ranks.power = 'member' OR NOT ranks.is_shown, false)
    OR rank_withheld_by(users.id, users.recovered_at, users.password_is_short IS NOT FALSE,
      (SELECT second_factor FROM sent_rank_requirement)) IS NOT NULL;
