-- Puts back the rows of an account that were hidden, those of a table at once, and those that others refer to first. A
-- player who was claimed meanwhile is the member who claimed them, and a row that another has replaced is not put back.
-- What stays in hidden_rows is left out: its subject is gone, or it breaks a rule, as an entry to a cup that takes none.
CREATE OR REPLACE FUNCTION restore_hidden_rows(account integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kind record;
  names text;
  kept text;
  present text;
  statement text;
  one bigint;
  moved bigint;
  progress boolean := true;
BEGIN
  WHILE progress LOOP
    progress := false;
    FOR kind IN
      SELECT DISTINCT table_name, to_regclass(quote_ident(table_name)) AS relation,
        ARRAY(SELECT jsonb_object_keys(content) ORDER BY 1) AS keys
      FROM hidden_rows WHERE user_id = account ORDER BY 1, 3
    LOOP
      SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum),
        string_agg(CASE WHEN EXISTS (SELECT FROM pg_constraint WHERE conrelid = attrelid AND contype = 'f'
            AND conkey = ARRAY[attnum] AND confrelid = 'users'::regclass)
          THEN format('kept_user_id(%1$I) AS %1$I', attname) ELSE quote_ident(attname) END, ', ' ORDER BY attnum)
        INTO names, kept FROM pg_attribute
        WHERE attrelid = kind.relation AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
          AND attname = ANY(kind.keys);
      CONTINUE WHEN names IS NULL;
      SELECT coalesce(string_agg(format('(%s OR EXISTS (SELECT FROM %s AS other WHERE %s))', nulls, target, equal), ' AND '),
          'true')
        INTO present FROM (
          SELECT confrelid::regclass AS target,
            string_agg(format('put.%I IS NULL', own.attname), ' OR ') AS nulls,
            string_agg(format('other.%I = put.%I', theirs.attname, own.attname), ' AND ') AS equal
          FROM pg_constraint CROSS JOIN LATERAL unnest(conkey, confkey) AS pair (own_key, their_key)
          JOIN pg_attribute AS own ON own.attrelid = conrelid AND own.attnum = own_key
          JOIN pg_attribute AS theirs ON theirs.attrelid = confrelid AND theirs.attnum = their_key
          WHERE conrelid = kind.relation AND contype = 'f'
          GROUP BY pg_constraint.oid, confrelid HAVING bool_and(own.attname = ANY(kind.keys))
        ) AS foreign_keys;
      statement := format('WITH chosen AS MATERIALIZED (
          SELECT * FROM (
            SELECT hidden.id AS hidden_row, stored.* FROM hidden_rows AS hidden
            CROSS JOIN LATERAL (SELECT %2$s FROM jsonb_populate_record(NULL::%1$s, hidden.content)) AS stored
            WHERE hidden.user_id = $1 AND hidden.table_name = $2 AND ($4 IS NULL OR hidden.id = $4)
              AND ARRAY(SELECT jsonb_object_keys(hidden.content) ORDER BY 1) = $3
          ) AS put WHERE %4$s
        ), restored AS (
          INSERT INTO %1$s (%3$s) OVERRIDING SYSTEM VALUE SELECT %3$s FROM chosen ORDER BY hidden_row ON CONFLICT DO NOTHING
        )
        DELETE FROM hidden_rows USING chosen WHERE hidden_rows.id = hidden_row', kind.relation, kept, names, present);
      BEGIN
        EXECUTE statement USING account, kind.table_name, kind.keys, NULL::bigint;
        GET DIAGNOSTICS moved = ROW_COUNT;
        progress := progress OR moved > 0;
      EXCEPTION WHEN integrity_constraint_violation THEN
        -- One by one, so that only those that break a rule are left out.
        FOR one IN SELECT id FROM hidden_rows WHERE user_id = account AND table_name = kind.table_name ORDER BY id LOOP
          BEGIN
            EXECUTE statement USING account, kind.table_name, kind.keys, one;
            GET DIAGNOSTICS moved = ROW_COUNT;
            progress := progress OR moved > 0;
          EXCEPTION WHEN integrity_constraint_violation THEN
            NULL;
          END;
        END LOOP;
      END;
    END LOOP;
  END LOOP;
END $$;
