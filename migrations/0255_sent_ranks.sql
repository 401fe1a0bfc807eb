-- The rank that game servers were last sent; null: it is to be compared with what the site grants. Only read of staff,
-- whose rank the site withholds while their password is too short or a required second factor is missing.
ALTER TABLE users ADD COLUMN sent_rank text;
