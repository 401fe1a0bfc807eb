-- A key made with --ranks may set the ranks of players, below staff only.
ALTER TABLE game_servers ADD COLUMN sets_ranks boolean NOT NULL DEFAULT false;
-- When a game server last said the rank, by its clock: a late event does not replace a newer one.
ALTER TABLE users ADD COLUMN game_rank_at timestamptz;
