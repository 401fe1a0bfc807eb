CREATE OR REPLACE FUNCTION default_channels(kind text) RETURNS text[] LANGUAGE sql STABLE
  RETURN (SELECT channels FROM notification_kinds WHERE notification_kinds.kind = $1);
