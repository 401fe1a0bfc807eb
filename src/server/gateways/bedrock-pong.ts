/** Server information in a pong. Empty texts are null. */
export interface PongText {
  readonly playerCount: number
  readonly maxPlayers: number
  readonly version: string | null
  readonly motd: string | null
}

/** Identifies RakNet's offline packets. */
const magic = Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex')

const pingId = 0x01
const pongId = 0x1c

/** An unconnected pong: id, echoed time, server guid, magic, length of the text, text. */
const pongHeader = 1 + 8 + 8 + 16 + 2

/** Larger than any packet that crosses the Internet unfragmented. */
const maxBytes = 1_500
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

/** Returns the echoed time and text of an unconnected pong; undefined for anything else. */
export function decodePong(packet: Buffer): { readonly time: bigint; readonly text: PongText } | undefined {
  if (packet.length < pongHeader || packet.length > maxBytes || packet.readUInt8(0) !== pongId)
    return undefined
  if (!packet.subarray(17, 33).equals(magic)) return undefined
  const length = packet.readUInt16BE(33)
  if (pongHeader + length > packet.length) return undefined
  const text = decodeUtf8(packet.subarray(pongHeader, pongHeader + length))
  const parsed = text === undefined ? undefined : parseText(text)
  return parsed && { time: packet.readBigInt64BE(1), text: parsed }
}

/** `MCPE;motd;protocol;version;players;max;…` */
function parseText(text: string): PongText | undefined {
  const [edition, motd, , version, players, max] = splitFields(text)
  if (edition !== 'MCPE') return undefined
  const playerCount = count(players)
  const maxPlayers = count(max)
  const cleanVersion = plain(version)
  const cleanMotd = plain(motd)
  if (playerCount === undefined || maxPlayers === undefined) return undefined
  if (cleanVersion === undefined || cleanMotd === undefined) return undefined
  return { playerCount, maxPlayers, version: cleanVersion || null, motd: cleanMotd || null }
}

/** Splits at semicolons, except escaped ones (`\;`). */
const splitFields = (text: string) => text.split(/(?<!\\);/).map((field) => field.replaceAll('\\;', ';'))

function count(field = ''): number | undefined {
  if (!/^\d{1,7}$/.test(field)) return undefined
  const value = Number(field)
  return value <= maxPlayers ? value : undefined
}

/** Removes colour codes (`§` and one character) and control characters; undefined when too long. */
function plain(field = ''): string | undefined {
  const text = field
    .replace(/§.?/gsu, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
  return [...text].length <= maxCodePoints ? text : undefined
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8, hence no valid pong.
    return undefined
  }
}
