-- Whether subscribers get the item by mail when it is published.
ALTER TABLE news ADD COLUMN to_subscribers boolean NOT NULL DEFAULT false;

-- A news item that is sent to those who had confirmed their address when it was published, once for ever.
CREATE TABLE newsletter_issues (
  news_id integer PRIMARY KEY REFERENCES news ON DELETE CASCADE,
  -- Subscribers up to this id have their mail queued.
  last_subscriber_id integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz
);
CREATE INDEX newsletter_issues_waiting ON newsletter_issues (news_id) WHERE done_at IS NULL;

-- The mail of an issue to a subscriber, queued in the outbox by the statement that writes the row.
CREATE TABLE newsletter_mails (
  news_id integer NOT NULL REFERENCES newsletter_issues ON DELETE CASCADE,
  subscriber_id integer NOT NULL REFERENCES newsletter_subscribers ON DELETE CASCADE,
  queued_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (news_id, subscriber_id)
);
CREATE INDEX newsletter_mails_subscriber ON newsletter_mails (subscriber_id);
