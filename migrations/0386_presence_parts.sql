-- Players and modes of a part are counted from its players; no release since 0254 writes or reads these.
ALTER TABLE presence_parts DROP COLUMN players, DROP COLUMN modes;
