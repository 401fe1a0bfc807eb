-- Cursors of the list of news name the moment of publication in milliseconds, as responses do.
UPDATE news SET published_at = date_trunc('milliseconds', published_at)
WHERE published_at <> date_trunc('milliseconds', published_at);
