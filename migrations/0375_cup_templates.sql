-- Cups that come every week. Their events and cups are made 14 days ahead.
CREATE TABLE cup_templates (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- With `{n}` for the number of the cup.
  title text NOT NULL CHECK (char_length(title) BETWEEN 3 AND 100),
  description text NOT NULL CHECK (char_length(description) <= 2000),
  rewards text[] NOT NULL CHECK (cardinality(rewards) <= 10),
  -- Monday is 1.
  weekday smallint NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  -- On the clocks of the zone.
  time_of_day time NOT NULL,
  time_zone text NOT NULL,
  -- From start to end; null: the event has no end.
  minutes integer CHECK (minutes BETWEEN 10 AND 10080),
  -- Fields of the cup, as the API takes them.
  cup jsonb NOT NULL,
  -- One more with each change; what If-Match is compared with.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Dates of a template that are skipped, or whose cup was made: once each.
CREATE TABLE cup_template_dates (
  template_id integer NOT NULL REFERENCES cup_templates ON DELETE CASCADE,
  date date NOT NULL,
  state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'made', 'skipped')),
  -- What `{n}` stands for. It stays when the cup is made again.
  number integer,
  -- Null once the event is deleted.
  event_id integer UNIQUE REFERENCES events ON DELETE SET NULL,
  -- Versions that the template left behind: others mean that somebody changed the cup by hand.
  event_version integer,
  cup_version integer,
  PRIMARY KEY (template_id, date),
  CONSTRAINT cup_template_dates_number UNIQUE (template_id, number)
);
