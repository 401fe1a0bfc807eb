-- The session in which a recovery code was given out: the code goes when that session ends, for whatever reason, and
-- with the account. Null for mails and the command line. issuer_rank stays for the release before this one.
ALTER TABLE recovery_tokens ADD COLUMN issuer_session_id integer REFERENCES sessions (id) ON DELETE CASCADE;

CREATE INDEX recovery_tokens_issuer ON recovery_tokens (issuer_session_id);
