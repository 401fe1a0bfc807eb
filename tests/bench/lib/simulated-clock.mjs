/**
 * Gives new connections to this database a `now()` that stands still until it is set. Defaults of columns keep the real
 * one.
 * @param {import('pg').Client} client of the owner @param {Date} at
 */
export async function simulateClock(client, at) {
  const { rows } = await client.query('SELECT quote_ident(current_database()) AS name')
  await client.query(`
    CREATE SCHEMA simulated;
    CREATE TABLE simulated.clock (at timestamptz NOT NULL);
    CREATE FUNCTION simulated.now() RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER
      RETURN (SELECT at FROM simulated.clock);
    GRANT USAGE ON SCHEMA simulated TO PUBLIC;
    ALTER DATABASE ${rows[0].name} SET search_path = public, simulated, pg_catalog`)
  await client.query('INSERT INTO simulated.clock VALUES ($1)', [at])
}

/** @param {import('pg').Client} client @param {Date} at */
export const setClock = (client, at) => client.query('UPDATE simulated.clock SET at = $1', [at])
