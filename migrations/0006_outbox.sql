-- What must leave the site exactly because something was stored: written in the same transaction, sent afterwards,
-- again and again until it is confirmed. Mail goes out by the site; game servers fetch theirs with every ingest call.
CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  channel text NOT NULL CHECK (channel IN ('mail', 'game')),
  -- 'mail' | 'rank' | 'message'; what data holds depends on it.
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  -- The next try; a failed one moves it further away.
  due_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  done_at timestamptz
);

CREATE INDEX outbox_due ON outbox (channel, due_at) WHERE done_at IS NULL;
