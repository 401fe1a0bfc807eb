#!/bin/sh
# Run once by the postgres image, in an empty database.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -v owner_password="$OWNER_PASSWORD" -v app_password="$APP_PASSWORD" -f /deploy/roles.sql
