-- Until when a delivery waits at `at`: null where it need not, infinity for the digest. Mails about the account never
-- wait.
CREATE OR REPLACE FUNCTION delivery_hold(member_id integer, of_kind text, channel text, at timestamptz)
  RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN channel = 'mail' AND EXISTS (SELECT FROM digest_choices WHERE user_id = member_id)
      AND NOT (SELECT is_mailed_at_once FROM notification_kinds WHERE kind = of_kind) THEN 'infinity'::timestamptz
    WHEN channel = 'push' OR channel = 'mail' AND of_kind <> 'account' THEN quiet_until(member_id, at)
  END
$$;
