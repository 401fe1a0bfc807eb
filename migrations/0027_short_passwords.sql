-- Whether the password has fewer than 8 characters: such an account has no use of a staff rank until it has another.
-- Measured when a password is set and at every sign-in; of passwords from before, so, at the next sign-in.
ALTER TABLE users ADD COLUMN password_is_short boolean NOT NULL DEFAULT false;
