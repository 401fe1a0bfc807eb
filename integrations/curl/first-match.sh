#!/bin/sh
# A boxing match that Ann won just now: KEY=… sh integrations/curl/first-match.sh
# Prints the matchId, which void.sh takes.
set -eu
here=$(dirname "$0")
match=$(node -p 'crypto.randomUUID()')
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
sh "$here/send.sh" match "{
  \"matchId\": \"$match\", \"gameType\": \"boxing\", \"ranked\": true, \"startedAt\": \"$now\", \"endedAt\": \"$now\",
  \"players\": [
    { \"pfid\": \"CURL0000000000A1\", \"gamertag\": \"Ann\", \"result\": \"win\", \"kills\": 3, \"deaths\": 1, \"assists\": 0, \"points\": 12 },
    { \"pfid\": \"CURL0000000000B2\", \"gamertag\": \"Ben\", \"result\": \"loss\", \"kills\": 1, \"deaths\": 3, \"assists\": 0, \"points\": -9 }
  ]
}"
echo "match $match"
