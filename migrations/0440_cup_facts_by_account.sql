-- How often a member entered a cup is counted with each entry.
CREATE INDEX cup_facts_account ON cup_facts (event_id, by_account) WHERE by_account IS NOT NULL;
