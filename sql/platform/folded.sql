-- A text as it is searched: without case, accents, width, spaces and underscores, so that "Iron_Fox" finds "Iron Fox".
-- Never empty: a name of underscores alone stays as it is. `foldedName` of src/contract/text.ts says the same of what is
-- typed. Stored in indexes: a changed text needs a migration that builds them again.
CREATE OR REPLACE FUNCTION folded(text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(coalesce(nullif(CASE WHEN octet_length(text) = char_length(text) THEN translate(text, E' \t\n\r\f\v_', '')
    ELSE normalize(regexp_replace(normalize(text, NFKD), '[ \t\n\r\f\v_\u0300-\u036f]+', '', 'g'), NFC) END, ''), text));
