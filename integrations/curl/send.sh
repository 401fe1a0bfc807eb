#!/bin/sh
# Sends one event: KEY=… sh integrations/curl/send.sh <type> '<data as JSON>' [id]
# The same id again is a duplicate and changes nothing: that is how a retry is made.
set -eu
site=${SITE:-http://127.0.0.1:3000}
id=${3:-$(node -p 'crypto.randomUUID()')}
at=$(date -u +%Y-%m-%dT%H:%M:%SZ)
curl --silent --show-error --max-time 15 "$site/api/ingest/events" \
  --header "Authorization: Bearer ${KEY:?the secret of npm run cli -- key create}" \
  --header 'Content-Type: application/json' \
  --data "{\"events\":[{\"id\":\"$id\",\"type\":\"$1\",\"at\":\"$at\",\"data\":$2}]}"
echo
