import fastify from 'fastify'
import pg from 'pg'
import { prepared, revive } from './replay.mjs'

// The least that a server can do for the same data: Fastify, a route, the same SQL statements, a body in memory.
process.once('message', async ({ databaseUrl, routes }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 })
  const app = fastify()
  for (const { path, statements, body, headers } of routes) {
    const ready = prepared(revive(statements))
    app.get(path, async (_request, reply) => {
      for (const statement of ready) await pool.query(statement)
      return reply.headers(headers).send(body)
    })
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send({ port: app.server.address().port })
})
