-- The language that a member chose, by its tag (BCP 47): the site, mails and errors are in it where the site offers it.
-- NULL: none was chosen.
ALTER TABLE users ADD COLUMN language text CHECK (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$');
