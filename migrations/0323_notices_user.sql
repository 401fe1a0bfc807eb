-- An account that is deleted takes its notices along, and its export lists them: also those that were seen.
CREATE INDEX notices_user ON notices (user_id, id);
