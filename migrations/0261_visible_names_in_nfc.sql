-- Names that nobody can see become 'Player' and the number of the account, and what is searched is in NFC, as
-- src/contract/text.ts has both since. Names that would become longer than names are stay as they are.
UPDATE users SET gamertag = 'Player ' || id
WHERE gamertag !~ '[^[:space:][:cntrl:]\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f\u2060-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';

UPDATE users SET gamertag = normalize(gamertag, NFC)
WHERE gamertag IS NOT NFC NORMALIZED AND char_length(normalize(gamertag, NFC)) <= 64;
UPDATE contact_messages SET subject = normalize(subject, NFC), name = normalize(name, NFC),
  message = normalize(message, NFC)
WHERE (subject IS NOT NFC NORMALIZED OR name IS NOT NFC NORMALIZED OR message IS NOT NFC NORMALIZED)
  AND char_length(normalize(subject, NFC)) <= char_length(subject) AND char_length(normalize(name, NFC)) <= char_length(name)
  AND char_length(normalize(message, NFC)) <= char_length(message);
UPDATE reports SET reason = normalize(reason, NFC), details = normalize(details, NFC)
WHERE (reason IS NOT NFC NORMALIZED OR details IS NOT NFC NORMALIZED)
  AND char_length(normalize(reason, NFC)) <= char_length(reason) AND char_length(normalize(details, NFC)) <= char_length(details);
UPDATE staff_applications SET minecraft_username = normalize(minecraft_username, NFC),
  discord_username = normalize(discord_username, NFC), why_join = normalize(why_join, NFC)
WHERE (minecraft_username IS NOT NFC NORMALIZED OR discord_username IS NOT NFC NORMALIZED OR why_join IS NOT NFC NORMALIZED)
  AND char_length(normalize(minecraft_username, NFC)) <= char_length(minecraft_username)
  AND char_length(normalize(discord_username, NFC)) <= char_length(discord_username)
  AND char_length(normalize(why_join, NFC)) <= char_length(why_join);

-- The text of a case is put together from posts and chat, which stay as they were written.
CREATE FUNCTION normalize_case_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.text := normalize(NEW.text, NFC);
  RETURN NEW;
END
$$;
CREATE TRIGGER moderation_cases_text BEFORE INSERT OR UPDATE OF text ON moderation_cases
  FOR EACH ROW EXECUTE FUNCTION normalize_case_text();
UPDATE moderation_cases SET text = normalize(text, NFC) WHERE text IS NOT NFC NORMALIZED;
