-- One folding for every search (sql/platform/folded.sql). Indexes of the names as they are written stay for mentions and
-- filters, which ask for a whole name.
CREATE OR REPLACE FUNCTION folded(text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(coalesce(nullif(CASE WHEN octet_length(text) = char_length(text) THEN translate(text, E' \t\n\r\f\v_', '')
    ELSE normalize(regexp_replace(normalize(text, NFKD), '[ \t\n\r\f\v_\u0300-\u036f]+', '', 'g'), NFC) END, ''), text));

DROP INDEX users_shown_name_parts;
CREATE INDEX users_folded_name_parts ON users USING gin (name_parts(folded(shown_name)));
CREATE INDEX users_folded_name ON users (folded(shown_name) text_pattern_ops);
DROP INDEX users_members_shown_name;
CREATE INDEX users_members_folded_name ON users (folded(shown_name) text_pattern_ops) WHERE username IS NOT NULL;
DROP INDEX audit_log_actor_parts;
CREATE INDEX audit_log_actor_parts ON audit_log USING gin (name_parts(folded(actor_name)));
DROP INDEX audit_log_actor_name;
CREATE INDEX audit_log_actor_name ON audit_log (folded(actor_name) text_pattern_ops);
DROP INDEX moderation_cases_text;
CREATE INDEX moderation_cases_text ON moderation_cases USING gin (name_parts(folded(text)));
DROP INDEX contact_messages_text;
CREATE INDEX contact_messages_text ON contact_messages
  USING gin (name_parts(folded(subject || E'\n' || name || E'\n' || email || E'\n' || left(message, 1000))));
DROP INDEX reports_text;
CREATE INDEX reports_text ON reports USING gin (name_parts(folded(reason || E'\n' || left(details, 1000))));
DROP INDEX staff_applications_text;
CREATE INDEX staff_applications_text ON staff_applications USING gin (name_parts(folded(
  minecraft_username || E'\n' || discord_username || E'\n' || email || E'\n' || left(why_join, 1000))));
