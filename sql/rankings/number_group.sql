-- Numbers in groups that never fall as the number rises: exact below 2^exact, then 2^fine groups for each doubling.
-- Part of board_bucket, whose values are stored.
CREATE OR REPLACE FUNCTION number_group(number bigint, exact integer, fine integer) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN number < 1 << exact THEN greatest(number, 0)
    -- 64 - position of the first set bit: the whole part of the binary logarithm.
    ELSE (1 << exact) + ((64 - exact - position(B'1' IN number::bit(64))) << fine)
      + ((number >> (64 - fine - position(B'1' IN number::bit(64)))) & ((1 << fine) - 1))
  END::integer;
