-- Whether an account is deleted and can still be restored: what its member wrote is shown to nobody.
CREATE OR REPLACE FUNCTION is_deletion_pending(account integer) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (SELECT FROM pending_deletions WHERE user_id = account);
