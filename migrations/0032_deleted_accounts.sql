-- Which accounts were deleted, for a backup that is older than the deletion: what a restore brings back is deleted again
-- by this list, of which a copy stands in a file outside of the database. `hash` is a keyed hash (identity_hash_key) of
-- the account's id and the moment it was made: an id alone may be given again after a restore. It names nobody.
CREATE TABLE deleted_accounts (
  hash text PRIMARY KEY,
  deleted_at timestamptz NOT NULL DEFAULT now()
);
