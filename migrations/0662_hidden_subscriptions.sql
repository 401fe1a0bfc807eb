-- Links in mails of the newsletter end a subscription that is hidden, too.
CREATE INDEX hidden_rows_newsletter_idx ON hidden_rows (((content ->> 'id')::integer))
  WHERE table_name = 'newsletter_subscribers';
