import { connect, createServer } from 'node:net'

/**
 * A line to PostgreSQL that writes down what a client asks (protocol version 3: Parse, Bind and Query messages). Between
 * `begin` and `end` stands what one request of the site sent, in order, ready to be sent again by others.
 * @param {string} connectionString one of the embedded server, whose `host` is a socket's directory
 */
export async function recorder(connectionString) {
  const url = new URL(connectionString)
  const directory = url.searchParams.get('host')
  /** @type {{ text: string, values: (Buffer | string | null)[] }[] | undefined} */
  let record
  const server = createServer((near) => {
    const far = connect({ path: `${directory}/.s.PGSQL.${url.port || 5432}` })
    const read = reader((statement) => record?.push(statement))
    near.on('data', (bytes) => {
      read(bytes)
      far.write(bytes)
    })
    far.pipe(near)
    near.on('end', () => far.end())
    for (const end of [near, far]) end.on('error', () => undefined)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(connectionString)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String(server.address().port)
  return {
    url: through.href,
    begin: () => {
      record = []
    },
    end: () => {
      const statements = record
      record = undefined
      return statements
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** @param {(statement: { text: string, values: (Buffer | string | null)[] }) => void} onStatement */
function reader(onStatement) {
  let rest = Buffer.alloc(0)
  let begun = false
  const texts = new Map()
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const head = begun ? 1 : 0
      if (rest.length < head + 4) return
      const length = rest.readInt32BE(head) + head
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      if (begun) read(message, texts, onStatement)
      begun = true
    }
  }
}

function read(message, texts, onStatement) {
  const kind = String.fromCharCode(message[0])
  let at = 5
  const word = () => {
    const end = message.indexOf(0, at)
    const text = message.toString('utf8', at, end)
    at = end + 1
    return text
  }
  if (kind === 'Q') onStatement({ text: word(), values: [] })
  if (kind === 'P') texts.set(word(), word())
  if (kind !== 'B') return
  word()
  const text = texts.get(word()) ?? ''
  const formats = Array.from({ length: short() }, short)
  const values = Array.from({ length: short() }, (_, index) => {
    const size = message.readInt32BE(at)
    at += 4
    if (size < 0) return null
    const bytes = Buffer.from(message.subarray(at, at + size))
    at += size
    return (formats[index] ?? formats[0] ?? 0) === 1 ? bytes : bytes.toString('utf8')
  })
  onStatement({ text, values })

  function short() {
    at += 2
    return message.readInt16BE(at - 2)
  }
}
