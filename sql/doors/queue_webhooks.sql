-- Queues an event for each address that is on and wants its type, in the transaction of the event.
CREATE OR REPLACE FUNCTION queue_webhooks(of_type text, subject text) RETURNS void LANGUAGE sql AS $$
  -- Materialized, because one event has one id.
  WITH event AS MATERIALIZED (SELECT gen_random_uuid() AS event_id)
  INSERT INTO webhook_deliveries (webhook_id, event_id, type, subject)
  SELECT id, event_id, of_type, subject FROM webhooks CROSS JOIN event
  WHERE enabled AND of_type = ANY (types) ORDER BY id
$$;
