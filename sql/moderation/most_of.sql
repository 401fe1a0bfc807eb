-- The element that more than half of the others equal; null without one.
CREATE OR REPLACE FUNCTION most_of(elements integer[]) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT element FROM unnest(elements) AS element GROUP BY element HAVING count(*) * 2 > cardinality(elements)
$$;
