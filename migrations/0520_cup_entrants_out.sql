-- Who is out of a running cup: nobody is told that they take part in it still. Computed with the rest of the row.
ALTER TABLE cup_entrants ADD COLUMN is_out boolean NOT NULL DEFAULT false;
