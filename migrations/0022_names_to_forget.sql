-- Players who are forgotten and played so much that their name leaves their matches step by step, after the account went:
-- where the next step goes on.
CREATE TABLE names_to_forget (
  identity_id integer PRIMARY KEY REFERENCES game_identities (id) ON DELETE CASCADE,
  before_end timestamptz NOT NULL,
  before_match uuid NOT NULL
);
