#!/bin/sh
# Confirms outbox items: KEY=… sh integrations/curl/ack.sh <id> [<id> …]
set -eu
ids=$(printf ',"%s"' "$@")
curl --silent --show-error --max-time 15 "${SITE:-http://127.0.0.1:3000}/api/ingest/ack" \
  --header "Authorization: Bearer ${KEY:?the secret of npm run cli -- key create}" \
  --header 'Content-Type: application/json' \
  --data "{\"ids\":[${ids#,}]}"
echo
