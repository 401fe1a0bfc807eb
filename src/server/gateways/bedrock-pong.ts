import { codePoints } from '../../contract/text.ts'

/** Server information in a pong. What it does not say, or not as expected, is null. */
export interface PongText {
  readonly playerCount: number | null
  readonly maxPlayers: number | null
  readonly version: string | null
  readonly motd: string | null
}

/** Identifies RakNet's offline packets. */
const magic = Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex')

const pingId = 0x01
const pongId = 0x1c

/** An unconnected pong: id, echoed time, server guid, magic; mostly followed by the length of a text, and the text. */
const pongHeader = 1 + 8 + 8 + 16

const maxCodePoints = 128
const maxPlayers = 1_000_000

/** Encodes an unconnected ping: id, time, magic, client guid. */
export function encodePing(time: bigint, guid: bigint): Buffer {
  const packet = Buffer.alloc(1 + 8 + 16 + 8)
  packet.writeUInt8(pingId, 0)
  packet.writeBigInt64BE(time, 1)
  magic.copy(packet, 9)
  packet.writeBigInt64BE(guid, 25)
  return packet
}

/**
 * Returns the echoed time and text of an unconnected pong; undefined for anything else. A part of the text that cannot be
 * read is unknown; it never makes the pong void, because the echo alone proves that a server is there.
 */
export function decodePong(packet: Buffer): { readonly time: bigint; readonly text: PongText } | undefined {
  if (packet.length < pongHeader || packet.readUInt8(0) !== pongId) return undefined
  if (!packet.subarray(17, pongHeader).equals(magic)) return undefined
  return { time: packet.readBigInt64BE(1), text: parseText(textOf(packet)) }
}

/** The bytes of the text, one character each; empty when its length is absent or wrong. */
function textOf(packet: Buffer): string {
  if (packet.length < pongHeader + 2) return ''
  const end = pongHeader + 2 + packet.readUInt16BE(pongHeader)
  return end > packet.length ? '' : packet.toString('latin1', pongHeader + 2, end)
}

/** `MCPE;motd;protocol;version;players;max;…`, of Education Edition `MCEE;…`. */
function parseText(bytes: string): PongText {
  const fields = splitFields(bytes)
  if (fields[0] !== 'MCPE' && fields[0] !== 'MCEE')
    return { playerCount: null, maxPlayers: null, version: null, motd: null }
  // A message may hold semicolons that nobody escaped: numbers show where it ends.
  const found = fields.findIndex(
    (_, at) => at > 1 && [at, at + 2, at + 3].every((number) => /^-?\d+$/.test(fields[number] ?? '')),
  )
  const protocol = found === -1 ? 2 : found
  return {
    playerCount: count(fields[protocol + 2]),
    maxPlayers: count(fields[protocol + 3]),
    version: plain(fields[protocol + 1]),
    motd: plain(fields.slice(1, protocol).join(';')),
  }
}

/** Splits at semicolons, except escaped ones (`\;`). */
const splitFields = (text: string) => text.split(/(?<!\\);/).map((field) => field.replaceAll('\\;', ';'))

function count(field = ''): number | null {
  if (!/^\d{1,7}$/.test(field)) return null
  const value = Number(field)
  return value <= maxPlayers ? value : null
}

/** Removes colour codes (`§` and one character) and control characters; null when nothing is left, or too much. */
function plain(field = ''): string | null {
  const text = decodeUtf8(Buffer.from(field, 'latin1'))
    .replace(/§.?/gsu, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
  return text === '' || codePoints(text) > maxCodePoints ? null : text
}

/** Empty for bytes that are no UTF-8. */
function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Another encoding, of which nothing says which.
    return ''
  }
}
