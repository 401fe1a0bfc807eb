-- A deleted news item takes its notifications along; they are found by the name of the event.
CREATE INDEX notifications_news ON notifications (event_key) WHERE kind = 'news';
