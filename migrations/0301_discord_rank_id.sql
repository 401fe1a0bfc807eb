-- The number of the rank that Discord was last sent, for roles of one exact rank.
ALTER TABLE discord_links ADD COLUMN rank_id integer;
