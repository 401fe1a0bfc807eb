import { performance } from 'node:perf_hooks'
import WebSocket from 'ws'

// Thousands of sockets in a process of their own. Commands come as messages: open sockets, or time the next wave.
const groups = new Map()

const commands = {
  async open({ open: url, name, sockets }) {
    const group = { heard: 0, onLast: undefined, size: sockets }
    groups.set(name, group)
    for (let from = 0; from < sockets; from += 200) {
      await Promise.all(
        Array.from({ length: Math.min(200, sockets - from) }, (_, n) => open(url, group, from + n)),
      )
    }
    return { open: sockets }
  },
  measure({ measure: name }) {
    const group = groups.get(name)
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${name}: ${group.heard} of ${group.size} heard it`)),
        20_000,
      )
      // What is still arriving belongs to an earlier wave: the next begins after a moment of silence.
      group.onSilence = () => {
        group.heard = 0
        group.onLast = (text) => {
          clearTimeout(late)
          group.onLast = undefined
          const lastAt = performance.timeOrigin + performance.now()
          // Only the bare server says when it sent.
          resolve({ lastAt, sentAt: JSON.parse(text.toString()).sentAt })
        }
      }
      rest(group)
    })
  },
}

function rest(group) {
  clearTimeout(group.silence)
  group.silence = setTimeout(() => {
    group.onSilence?.()
    group.onSilence = undefined
  }, 200)
}

function open(url, group, index) {
  // Sockets are limited per address; the whole of 127/8 is this machine.
  const localAddress = `127.0.${1 + (index >> 7)}.${1 + (index & 127)}`
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { localAddress, perMessageDeflate: false })
    socket.once('error', reject)
    socket.once('open', () => {
      socket.send(JSON.stringify({ type: 'subscribe', channel: 'server_status' }))
      resolve(undefined)
    })
    socket.on('message', (text) => {
      if (group.onSilence) rest(group)
      if (!group.onLast) return
      group.heard += 1
      if (group.heard === group.size) group.onLast(text)
    })
  })
}

process.on('message', async (message) => {
  const command = 'open' in message ? commands.open : commands.measure
  try {
    process.send(await command(message))
  } catch (error) {
    process.send({ error: error.message })
  }
})
