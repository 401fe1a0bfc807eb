-- The language of the page where an address was entered, for the mails of the newsletter. NULL: none was asked for.
ALTER TABLE newsletter_subscribers ADD COLUMN language text
  CHECK (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$');
