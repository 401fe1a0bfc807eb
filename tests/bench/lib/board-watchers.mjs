import { performance } from 'node:perf_hooks'
import WebSocket from 'ws'

// Browsers that have a board open, in a process of their own: who was named in what they heard, and when.
const heard = []
const at = () => performance.timeOrigin + performance.now()

const open = (url, gameType, index) =>
  new Promise((resolve, reject) => {
    // Sockets are limited per address; the whole of 127/8 is this machine.
    const localAddress = `127.0.${1 + (index >> 7)}.${1 + (index & 127)}`
    const socket = new WebSocket(url, { localAddress, perMessageDeflate: false })
    socket.once('error', reject)
    socket.once('open', () => {
      socket.send(JSON.stringify({ type: 'subscribe', gameType }))
      resolve(undefined)
    })
    socket.on('message', (text) => {
      const now = at()
      const { type, data } = JSON.parse(text.toString())
      if (type === 'stats_update') heard.push([data.user.username, now])
    })
  })

process.on('message', async ({ url, gameType, sockets }) => {
  try {
    if (url !== undefined) for (let index = 0; index < sockets; index += 1) await open(url, gameType, index)
    process.send({ heard })
  } catch (error) {
    process.send({ error: error.message })
  }
})
