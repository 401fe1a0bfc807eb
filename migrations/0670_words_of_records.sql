-- What news and events say in other languages than the default: by tag and name of the text, as it is written beside it.
-- An absent text is said in the default language. Of news with `html`, rendered from `markdown` when it is saved.
ALTER TABLE news ADD COLUMN words jsonb NOT NULL DEFAULT '{}',
  ADD CONSTRAINT news_words_shape CHECK (jsonb_typeof(words) = 'object'
    AND NOT words @? 'strict $.* ? (@.type() != "object")'
    AND NOT words @? 'strict $.*.keyvalue() ? (!(@.key == "title" || @.key == "summary" || @.key == "markdown"
      || @.key == "html") || @.value.type() != "string")'),
  ADD CONSTRAINT news_words_size CHECK (octet_length(words::text) <= 4000000);
ALTER TABLE events ADD COLUMN words jsonb NOT NULL DEFAULT '{}',
  ADD CONSTRAINT events_words_shape CHECK (jsonb_typeof(words) = 'object'
    AND NOT words @? 'strict $.* ? (@.type() != "object")'
    AND NOT words @? 'strict $.*.keyvalue() ? (@.key == "title" && @.value.type() != "string"
      || @.key == "description" && @.value.type() != "string" || @.key == "rewards" && @.value.type() != "array"
      || !(@.key == "title" || @.key == "description" || @.key == "rewards"))'),
  ADD CONSTRAINT events_words_size CHECK (octet_length(words::text) <= 1000000);
