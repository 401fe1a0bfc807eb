import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

const typeOf = { A: 1, AAAA: 28 } as const
type RecordType = keyof typeof typeOf

interface NameServer {
  /** In the form that resolvers accept. */
  readonly address: string
  close(): Promise<void>
}

/** A DNS server on loopback. `response` returns the addresses of a name; undefined sends no reply. */
export async function nameServer(
  response: (name: string, type: RecordType) => readonly string[] | undefined,
): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { name, type, end } = questionOf(message)
    const addresses = type === undefined ? [] : response(name, type)
    if (addresses === undefined) return
    const header = Buffer.from(message.subarray(0, 12))
    // Flags: response, recursion available, no error; one question, and answers only.
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(addresses.length, 6)
    header.fill(0, 8)
    const records = addresses.map((one) => recordOf(one))
    socket.send(Buffer.concat([header, message.subarray(12, end), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function questionOf(message: Buffer): { name: string; type: RecordType | undefined; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const number = message.readUInt16BE(at + 1)
  const type = (Object.keys(typeOf) as RecordType[]).find((one) => typeOf[one] === number)
  return { name: labels.join('.'), type, end: at + 5 }
}

/** Points to the question's name, with a TTL of zero. */
function recordOf(address: string): Buffer {
  const bytes = isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(
        address
          .split(':')
          .map((part) => part.padStart(4, '0'))
          .join(''),
        'hex',
      )
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(isIPv4(address) ? typeOf.A : typeOf.AAAA, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}
