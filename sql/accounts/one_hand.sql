-- The accounts that one person could have made act together with this one: each hand behind it, and all that these reach.
CREATE OR REPLACE FUNCTION one_hand(account integer, moment timestamptz DEFAULT now()) RETURNS SETOF integer
LANGUAGE sql STABLE AS $$
  SELECT DISTINCT reached FROM hands_behind(account, moment) AS behind, hands_of(behind, moment) AS reached
$$;
