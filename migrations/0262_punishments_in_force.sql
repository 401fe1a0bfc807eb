-- The staff's list of what is in force reads the newest first.
CREATE INDEX punishments_lasting ON punishments (at DESC) WHERE kind IN ('ban', 'mute');
CREATE INDEX restrictions_unlifted ON restrictions (created_at DESC) WHERE lifted_at IS NULL;
