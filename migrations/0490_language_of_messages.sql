-- The language of the page that a contact message was sent from, for the reply to senders who chose none.
ALTER TABLE contact_messages ADD COLUMN language text
  CHECK (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$');
