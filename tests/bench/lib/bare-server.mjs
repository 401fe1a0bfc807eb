import fastify from 'fastify'

// The least that a server can do for the same bytes: Fastify, a route, a body in memory.
process.once('message', async ({ routes }) => {
  const app = fastify()
  for (const { path, headers, body, packed } of routes) {
    const plain = Buffer.from(body, 'base64')
    const small = packed && Buffer.from(packed, 'base64')
    app.get(path.split('?')[0], (request, reply) => {
      reply.headers(headers)
      if (!small || !request.headers['accept-encoding']) return reply.send(plain)
      return reply.header('content-encoding', 'gzip').send(small)
    })
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send({ port: app.server.address().port })
})
