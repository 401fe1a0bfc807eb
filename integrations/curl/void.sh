#!/bin/sh
# The match no longer counts: KEY=… sh integrations/curl/void.sh <matchId> [reason]
set -eu
sh "$(dirname "$0")/send.sh" match.void "{\"matchId\":\"$1\",\"reason\":\"${2:-reported by mistake}\"}"
