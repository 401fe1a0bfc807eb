import { WebSocketServer } from 'ws'

// The least: every second one message, serialised once, sent in a loop.
process.once('message', () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false }, () =>
    process.send({ port: server.address().port }),
  )
  let count = 0
  setInterval(() => {
    count += 1
    const text = JSON.stringify({
      type: 'server_status_update',
      sentAt: performance.timeOrigin + performance.now(),
      data: {
        isOnline: true,
        playerCount: count,
        maxPlayers: 100,
        version: '1.21.0',
        motd: 'Sample',
        latencyMs: 1,
      },
    })
    for (const client of server.clients) client.send(text)
  }, 1_000)
})
