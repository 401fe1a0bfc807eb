// A Bedrock 1.21.30 client for PocketMine-MP. With an XUID its login has the chain of an Xbox account, signed by the key of
// the tried server (root.json); without one it is the chain of somebody who is not signed in.
import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { createRequire } from 'node:module'
import { useRaknetPrebuild } from '../raknet-prebuild.mjs'

const require = createRequire(import.meta.url)
useRaknetPrebuild()
const { createClient } = require('bedrock-protocol')
const { sign } = require('jsonwebtoken')

const version = '1.21.30'
const waitMs = 90_000

function uuidOf(name) {
  const hash = createHash('md5').update(name).digest('hex')
  const text = `${hash.slice(0, 12)}3${hash.slice(13, 16)}8${hash.slice(17)}`
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function skin() {
  const side = 64
  const pixels = Buffer.alloc(side * side * 4, Buffer.from([200, 60, 40, 255]))
  return { SkinData: pixels.toString('base64'), SkinImageWidth: side, SkinImageHeight: side }
}

/** Certificates of a login: signed by the player's own key, and with an XUID by the root and a key between. */
function addCertificates(client, xuid, root) {
  const create = client.createClientChain
  const options = (x5u, more) => ({
    algorithm: 'ES384',
    notBefore: 0,
    issuer: 'Mojang',
    expiresIn: 3600,
    header: { x5u, typ: undefined },
    ...more,
  })
  client.createClientChain = (...values) => {
    create(...values)
    const own = client.clientX509
    const self = options(own, { issuer: 'self' })
    const extraData = {
      displayName: client.username,
      identity: uuidOf(client.username),
      titleId: '89692877',
      XUID: xuid ?? '',
      sandboxId: 'RETAIL',
    }
    if (xuid === undefined) {
      client.clientIdentityChain = sign(
        { extraData, certificateAuthority: true, identityPublicKey: own },
        client.ecdhKeyPair.privateKey,
        self,
      )
      return
    }
    const between = generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
    const betweenKey = between.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    client.clientIdentityChain = sign(
      { certificateAuthority: true, identityPublicKey: root.pub },
      client.ecdhKeyPair.privateKey,
      self,
    )
    client.accessToken = [
      sign(
        { certificateAuthority: true, identityPublicKey: betweenKey },
        createPrivateKey(root.priv),
        options(root.pub),
      ),
      sign({ extraData, identityPublicKey: own }, between.privateKey, options(betweenKey)),
    ]
  }
}

/** Resolves once the player has spawned. */
export async function join(username, port, { xuid, root }) {
  const player = connect(username, port, { xuid, root })
  await player.until(() => player.isSpawned, 'spawn')
  return player
}

/** Begins to log in. */
export function connect(username, port, { xuid, root }) {
  const client = createClient({
    host: '127.0.0.1',
    port,
    username,
    offline: true,
    version,
    skipPing: true,
    followPort: false,
    conLog: () => undefined,
    // PocketMine refuses the RakNet version of the other one.
    raknetBackend: 'raknet-native',
    useRaknetWorkers: false,
    deviceOS: 1,
    connectTimeout: 60_000,
    // Of a newer game than this server knows.
    skinData: { ...skin(), GraphicsMode: undefined },
  })
  addCertificates(client, xuid, root)
  return new Player(client, username)
}

class Player {
  texts = []
  isSpawned = false
  isClosed = false
  #problem = ''
  #waiting = new Set()

  constructor(client, name) {
    this.client = client
    this.name = name
    const on = (event, work) =>
      client.on(event, (packet) => {
        work(packet)
        for (const check of this.#waiting) check()
      })
    on('spawn', () => {
      this.isSpawned = true
    })
    on('start_game', (packet) => {
      this.runtimeId = packet.runtime_entity_id
      // PocketMine-MP sends `player_spawn` once enough chunks were sent, after the client asked for a radius.
      client.write('request_chunk_radius', { chunk_radius: 4, max_radius: 4 })
    })
    on('text', ({ message }) => this.texts.push(message))
    on('kick', ({ message }) => {
      this.#problem = `was kicked: ${message}`
    })
    on('error', ({ message }) => {
      // Packets of the world that this client cannot read do not matter.
      if (!/Read error|PartialRead|Missing characters|Invalid/.test(message)) this.#problem = message
    })
    on('close', () => {
      this.isClosed = true
    })
    for (const packet of ['resource_packs_info', 'resource_pack_stack'])
      on(packet, () =>
        client.write('resource_pack_client_response', { response_status: 'completed', resourcepackids: [] }),
      )
    on('respawn', ({ state, position }) => {
      if (state < 2) client.write('respawn', { position, state: 2, runtime_entity_id: this.runtimeId })
    })
  }

  until(check, what, ms = waitMs) {
    return new Promise((resolve, reject) => {
      const end = (settle) => {
        clearTimeout(timer)
        this.#waiting.delete(look)
        settle()
      }
      const look = () => {
        const found = check()
        if (found) end(() => resolve(found))
        else if (this.#problem !== '') end(() => reject(new Error(`${this.name} ${this.#problem}`)))
      }
      const timer = setTimeout(
        () =>
          end(() =>
            reject(new Error(`${this.name} waited for ${what} and read ${JSON.stringify(this.texts)}`)),
          ),
        ms,
      )
      this.#waiting.add(look)
      look()
    })
  }

  reads(pattern) {
    return this.until(() => this.texts.find((text) => pattern.test(text)), `a line like ${pattern}`)
  }

  command(line) {
    this.client.queue('command_request', {
      command: line,
      origin: { type: 'player', uuid: uuidOf(this.name), request_id: '', player_entity_id: 0n },
      internal: false,
      version: 0,
    })
  }

  says(message) {
    this.client.queue('text', {
      type: 'chat',
      needs_translation: false,
      source_name: this.name,
      xuid: '',
      platform_chat_id: '',
      filtered_message: '',
      message,
    })
  }

  async leaves() {
    this.client.disconnect('bye')
    for (const until = Date.now() + 2_000; !this.isClosed && Date.now() < until; )
      await new Promise((resolve) => setTimeout(resolve, 50))
  }

  drop() {
    this.client.close()
  }
}
