-- Two roles for a PostgreSQL of your own (15 or newer), run once as a superuser:
--   psql -v owner_password=… -v app_password=… -f deploy/roles.sql
-- vulx_owner owns the schema and is used for migrations only (MIGRATION_DATABASE_URL). vulx_app is what the site works
-- with (DATABASE_URL): rows and nothing else, and in append-only tables no change either. The migrations grant it what
-- it needs, so no grants on tables stand here.
CREATE ROLE vulx_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'owner_password';
CREATE ROLE vulx_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'app_password';
-- UTF8 with rules that know more than ASCII: names are compared without case.
CREATE DATABASE vulx OWNER vulx_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
REVOKE ALL ON DATABASE vulx FROM PUBLIC;
GRANT CONNECT ON DATABASE vulx TO vulx_app;
