-- Former names with others behind them: each once, without the name of today and without neutral ones, the ten newest.
CREATE OR REPLACE FUNCTION join_former_names(names text[], others text[], today text, id integer) RETURNS text[]
LANGUAGE sql IMMUTABLE
  RETURN (SELECT coalesce(array_agg(name ORDER BY place), '{}') FROM (
    SELECT name, min(place) AS place FROM unnest(names || others) WITH ORDINALITY AS each (name, place)
    WHERE name IS NOT NULL AND name IS DISTINCT FROM today AND name <> 'Player ' || id
    GROUP BY name ORDER BY 2 LIMIT 10) AS newest);
