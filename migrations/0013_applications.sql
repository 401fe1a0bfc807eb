-- Applications for the team, from the site's own form or from an outside one by the signed webhook.
CREATE TABLE staff_applications (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  -- The member who applied; null when it came by the webhook, or when the account is gone.
  user_id integer REFERENCES users ON DELETE SET NULL,
  minecraft_username text NOT NULL CHECK (char_length(minecraft_username) BETWEEN 1 AND 64),
  age smallint NOT NULL CHECK (age BETWEEN 13 AND 99),
  discord_username text NOT NULL CHECK (char_length(discord_username) BETWEEN 1 AND 64),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  timezone text NOT NULL CHECK (char_length(timezone) BETWEEN 1 AND 64),
  position text NOT NULL CHECK (position IN ('helper', 'builder', 'designer')),
  hours_per_week smallint NOT NULL CHECK (hours_per_week BETWEEN 1 AND 80),
  previous_experience text NOT NULL
    CHECK (previous_experience IN ('no', 'yes_previous', 'yes_current', 'others')),
  past_server_names text CHECK (char_length(past_server_names) <= 200),
  past_positions text CHECK (char_length(past_positions) <= 200),
  past_duration text CHECK (char_length(past_duration) <= 200),
  current_server_names text CHECK (char_length(current_server_names) <= 200),
  current_position text CHECK (char_length(current_position) <= 200),
  current_duration text CHECK (char_length(current_duration) <= 200),
  why_join text NOT NULL CHECK (char_length(why_join) BETWEEN 1 AND 2000),
  how_handle_conflict text NOT NULL CHECK (char_length(how_handle_conflict) BETWEEN 1 AND 2000),
  additional_questions text CHECK (char_length(additional_questions) <= 2000),
  -- The answers to the questions of the position alone, by their names. One document and not eighteen columns, two
  -- thirds of which would always be null: they are only ever read together, and nothing searches or sorts by them.
  position_answers jsonb NOT NULL,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'reviewing', 'accepted', 'rejected', 'interview', 'onhold')),
  -- What staff tell each other; never leaves for anybody else.
  admin_notes text CHECK (char_length(admin_notes) <= 5000),
  submitted_at timestamptz NOT NULL DEFAULT now(),
  -- Grows by one with every change: what If-Match compares.
  version integer NOT NULL DEFAULT 1,
  -- All questions of the position, and no other's.
  CONSTRAINT staff_applications_answers CHECK (CASE position
    WHEN 'helper' THEN
      position_answers ?& array['has_microphone', 'has_recording_software', 'device_type',
        'moderation_scenario_toxic', 'moderation_scenario_cheats', 'moderation_scenario_glitch',
        'staff_abuse_response', 'staff_conflict_response']
      AND position_answers - array['has_microphone', 'has_recording_software', 'device_type',
        'moderation_scenario_toxic', 'moderation_scenario_cheats', 'moderation_scenario_glitch',
        'staff_abuse_response', 'staff_conflict_response'] = '{}'
    WHEN 'builder' THEN
      position_answers ?& array['building_experience', 'building_style', 'portfolio_link',
        'bedrock_building_experience', 'build_time_estimate']
      AND position_answers - array['building_experience', 'building_style', 'portfolio_link',
        'bedrock_building_experience', 'build_time_estimate'] = '{}'
    ELSE
      position_answers ?& array['design_experience', 'design_software', 'design_portfolio',
        'minecraft_design_experience', 'design_turnaround_time']
      AND position_answers - array['design_experience', 'design_software', 'design_portfolio',
        'minecraft_design_experience', 'design_turnaround_time'] = '{}'
  END)
);

-- One open application per member and position; those of the webhook have no member, and are not counted.
CREATE UNIQUE INDEX staff_applications_one_open ON staff_applications (user_id, position)
  WHERE status IN ('pending', 'reviewing', 'interview', 'onhold');
-- The list of one status, newest first.
CREATE INDEX staff_applications_status ON staff_applications (status, id DESC);
CREATE INDEX staff_applications_user ON staff_applications (user_id);
-- What is old enough to be forgotten.
CREATE INDEX staff_applications_age ON staff_applications (submitted_at);

-- Deliveries of the webhook that were taken. Apart from the applications, so that one repeated after its application
-- was deleted is still known and brings nothing back.
CREATE TABLE application_deliveries (
  -- The sender's name for it.
  delivery_id text PRIMARY KEY CHECK (char_length(delivery_id) BETWEEN 1 AND 128),
  -- What it was answered with. No foreign key: it outlives the application. Null only inside its transaction.
  application_id integer,
  received_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX application_deliveries_age ON application_deliveries (received_at);
