-- Versions of records that two people may edit (src/server/platform/record-version.ts).
ALTER TABLE ranks ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE game_servers ADD COLUMN version integer NOT NULL DEFAULT 1;
