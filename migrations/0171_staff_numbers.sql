-- What the numbers of staff read: entries of some actions in a period, open cases by age, and answered messages.
CREATE INDEX audit_log_action_at ON audit_log (action, at);
CREATE INDEX moderation_cases_open_age ON moderation_cases (first_at) WHERE decided_at IS NULL;
CREATE INDEX moderation_cases_decided_at ON moderation_cases (decided_at) INCLUDE (first_at)
  WHERE decided_at IS NOT NULL;
CREATE INDEX contact_messages_answered_at ON contact_messages (answered_at) WHERE answered_at IS NOT NULL;
CREATE INDEX ruling_decisions_at ON ruling_decisions (created_at);
