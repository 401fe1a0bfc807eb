// A Bedrock client that logs in without an account, chats, runs commands and hits.
import { createRequire } from 'node:module'
import { useRaknetPrebuild } from './raknet-prebuild.mjs'

const require = createRequire(import.meta.url)
useRaknetPrebuild()
const { createClient } = require('bedrock-protocol')
const { sign } = require('jsonwebtoken')

const version = '1.26.20'
const waitMs = 60_000
/** Between two clicks of a player who attacks. */
const clickMs = 100

/** A skin of one color. @param {readonly [number, number, number]} color */
function skinOf(color) {
  const side = 64
  const pixels = Buffer.from(Array.from({ length: side * side }, () => [...color, 255]).flat())
  return { SkinData: pixels.toString('base64'), SkinImageWidth: side, SkinImageHeight: side }
}

/** @param {string} username @param {number} port @param {readonly [number, number, number]} skinColor */
export async function join(username, port, skinColor) {
  const player = connect(username, port, skinColor)
  await player.until(() => player.isSpawned, 'spawn')
  return player
}

/** @param {string} username @param {number} port @param {readonly [number, number, number]} skinColor */
export const turnedAway = (username, port, skinColor) => connect(username, port, skinColor).kicked()

/** @param {string} username @param {number} port @param {readonly [number, number, number]} skinColor */
function connect(username, port, skinColor) {
  const client = createClient({
    host: '127.0.0.1',
    port,
    username,
    offline: true,
    version,
    skipPing: true,
    followPort: false,
    conLog: () => undefined,
    skinData: skinOf(skinColor),
  })
  addCertificate(client)
  return new Player(client, username)
}

class Player {
  /** Chat lines and responses to commands, oldest first. */
  texts = []
  /** Runtime ids of the others by name. */
  others = new Map()
  isSpawned = false
  #isClosed = false
  #problem = ''
  /** What the screen says that ends the game. */
  #screen = ''
  #position
  /** @type {Set<() => void>} */
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
    on('start_game', ({ player_position: position }) => {
      this.#position = position
    })
    on('add_player', ({ username, runtime_id: id }) => this.others.set(username, id))
    on('text', ({ message }) => this.texts.push(plainText(message)))
    on('kick', ({ message }) => {
      this.#screen = message
      this.#problem = `was kicked: ${message}`
    })
    on('error', ({ message }) => {
      this.#problem = message
    })
    on('close', () => {
      this.#isClosed = true
    })
  }

  /** Resolves when `check` holds; it is asked after each packet. @template T @param {() => T} check @param {string} what */
  until(check, what) {
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
          end(() => reject(new Error(`${this.name} waits for ${what}; read ${JSON.stringify(this.texts)}`))),
        waitMs,
      )
      this.#waiting.add(look)
      look()
    })
  }

  /** Resolves with the match of the first line after the first `skip` lines. @param {RegExp} pattern */
  async reads(pattern, skip = 0) {
    const find = () =>
      this.texts
        .slice(skip)
        .map((text) => pattern.exec(text))
        .find(Boolean)
    return this.until(find, `a line like ${pattern}`)
  }

  /** @param {string} line */
  command(line) {
    this.client.queue('command_request', {
      command: line,
      origin: { type: 'player', uuid: this.client.profile.uuid, request_id: '', player_entity_id: 0n },
      internal: false,
      version: 'latest',
    })
  }

  /** Clicks at somebody until `end` resolves. @param {string} name @param {Promise<unknown>} end */
  async attacks(name, end) {
    const id = await this.until(() => this.others.get(name), `the sight of ${name}`)
    const click = setInterval(() => this.#hit(id), clickMs)
    try {
      return await end
    } finally {
      clearInterval(click)
    }
  }

  #hit(id) {
    const transaction_data = {
      entity_runtime_id: id,
      action_type: 'attack',
      hotbar_slot: 0,
      held_item: { network_id: 0 },
      player_pos: this.#position,
      click_pos: { x: 0, y: 0, z: 0 },
    }
    this.client.queue('inventory_transaction', {
      transaction: {
        legacy: { legacy_request_id: 0 },
        transaction_type: 'item_use_on_entity',
        actions: [],
        transaction_data,
      },
    })
  }

  /** Resolves with what the screen says when the server ends the game of this player. */
  async kicked() {
    const screen = await this.until(() => this.#screen, 'a kick')
    this.drop()
    return screen
  }

  /** Leaves, as a player who quits. */
  async leaves() {
    this.client.disconnect('bye')
    await this.until(() => this.#isClosed, 'the end of the connection')
  }

  /** Ends a connection whose server is gone. */
  drop() {
    this.client.close()
  }
}

/** Chat lines are either text or JSON with parts of text. @param {string} message */
function plainText(message) {
  if (!message.startsWith('{"rawtext"')) return message
  return JSON.parse(message)
    .rawtext.map(({ text = '' }) => text)
    .join('')
    .replaceAll(/§./g, '')
}

/**
 * From protocol 944 on, bedrock-protocol leaves the certificate of a login without an account empty. SerenityJS reads the
 * player's name from it.
 */
function addCertificate(client) {
  const sendLogin = client.sendLogin
  client.sendLogin = function () {
    const createClientChain = this.createClientChain
    this.createClientChain = (...values) => {
      createClientChain(...values)
      const extraData = {
        displayName: this.username,
        identity: this.profile.uuid,
        titleId: '89692877',
        XUID: '0',
      }
      const claims = { extraData, certificateAuthority: true, identityPublicKey: this.clientX509 }
      const header = { x5u: this.clientX509, typ: undefined }
      const options = { algorithm: 'ES384', notBefore: 0, issuer: 'self', expiresIn: 3600, header }
      this.clientIdentityChain = sign(claims, this.ecdhKeyPair.privateKey, options)
    }
    return sendLogin.call(this)
  }
}
