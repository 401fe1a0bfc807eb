-- Whether a password is short is unknown until it is set or used to sign in: of a password from before 0027 nobody has
-- measured it. An unknown one opens nothing of a staff rank, like a short one.
ALTER TABLE users ALTER COLUMN password_is_short DROP NOT NULL;
ALTER TABLE users ALTER COLUMN password_is_short DROP DEFAULT;
UPDATE users SET password_is_short = NULL WHERE NOT password_is_short;
