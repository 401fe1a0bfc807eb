// The only file that knows Minecraft: it answers the port and listens to the game.
import {
  CommandPermissionLevel,
  CustomCommandStatus,
  InputMode as GameInput,
  Player,
  system,
  world,
} from '@minecraft/server'
import { beforeEvents, type SecretString, secrets, variables } from '@minecraft/server-admin'
import { HttpHeader, HttpRequest, HttpRequestMethod, http } from '@minecraft/server-net'
import { Pack } from './pack.ts'
import type { Clock, Http, InputMode, KnownPlayer, Players, Port, Storage } from './port.ts'

/** The script engine has one; the types of the language alone do not say so. */
declare const console: { warn(line: string): void }

const ticksPerSecond = 20
const answerSeconds = 15
const prefix = 'vulx:'
const pfidKey = 'vulx-pfid'
const rankTag = 'vulx-rank:'
/** Players who left and whose match may still be reported. */
const mostRemembered = 2_000

const say = (line: string) => console.warn(`[vulx] ${line}`)

const headerText = (value: SecretString | string | undefined) =>
  typeof value === 'string' ? value : undefined

/** The secret reads `Bearer {key}` and stays opaque: the server puts it into the header, no script ever sees it. */
const httpTo = (site: string, authorization: SecretString): Http => ({
  async post(path, body) {
    const request = new HttpRequest(site + path)
      .setMethod(HttpRequestMethod.Post)
      .setHeaders([
        new HttpHeader('Content-Type', 'application/json'),
        new HttpHeader('Authorization', authorization),
      ])
      .setBody(body)
      .setTimeout(answerSeconds)
    const answer = await http.request(request)
    const retryAfter = answer.headers.find(({ key }) => key.toLowerCase() === 'retry-after')
    return { status: answer.status, body: answer.body, retryAfter: headerText(retryAfter?.value) }
  },
})

const clock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const run = system.runTimeout(work, Math.max(1, Math.ceil((ms * ticksPerSecond) / 1_000)))
    return () => system.clearRun(run)
  },
}

const storage: Storage = {
  keys: () =>
    world
      .getDynamicPropertyIds()
      .filter((id) => id.startsWith(prefix))
      .map((id) => id.slice(prefix.length)),
  read(key) {
    const value = world.getDynamicProperty(prefix + key)
    return typeof value === 'string' ? value : undefined
  },
  write: (key, value) => world.setDynamicProperty(prefix + key, value),
}

const inputs: Partial<Record<GameInput, InputMode>> = {
  [GameInput.Gamepad]: 'controller',
  [GameInput.KeyboardAndMouse]: 'keyboard',
  [GameInput.Touch]: 'touch',
}

/** By gamertag; the PlayFab id is told once, before somebody joins. */
const seen = new Map<string, KnownPlayer>()

function remember(player: KnownPlayer): void {
  seen.delete(player.gamertag)
  seen.set(player.gamertag, player)
  const [oldest] = seen.keys()
  if (seen.size > mostRemembered && oldest !== undefined) seen.delete(oldest)
}

/** Kept on the player too: after `/reload` they are still here and nobody tells their id again. */
function pfidOf(player: Player): string | undefined {
  const told = seen.get(player.name)?.pfid
  if (told !== undefined) return told
  const kept = player.getDynamicProperty(pfidKey)
  return typeof kept === 'string' ? kept : undefined
}

const playerBy = (pfid: string) => world.getAllPlayers().find((player) => pfidOf(player) === pfid)

const players: Players = {
  count: () => world.getAllPlayers().length,
  find(gamertag) {
    const player = world.getAllPlayers().find(({ name }) => name === gamertag)
    if (player === undefined) return seen.get(gamertag)
    const pfid = pfidOf(player)
    return pfid === undefined
      ? undefined
      : { pfid, gamertag, input: inputs[player.inputInfo.lastInputModeUsed] }
  },
  isHere: (pfid) => playerBy(pfid) !== undefined,
  tell: (pfid, text) => playerBy(pfid)?.sendMessage(text),
  setRank(pfid, rank) {
    const player = playerBy(pfid)
    if (player === undefined) return
    for (const tag of player.getTags()) if (tag.startsWith(rankTag)) player.removeTag(tag)
    player.addTag(rankTag + rank)
  },
}

const noise = () => {
  const where = world.getAllPlayers().map((player) => {
    const { x, y, z } = player.location
    const view = player.getRotation()
    return `${x},${y},${z},${view.x},${view.y}`
  })
  return `${Date.now()}|${system.currentTick}|${Math.random()}|${where.join(';')}`
}

function text(name: string): string | undefined {
  const value = variables.get(name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function configured(): Pack | undefined {
  const site = text('vulx_url')?.replace(/\/+$/, '')
  const authorization = secrets.get('vulx_authorization')
  const maxPlayers = variables.get('vulx_max_players')
  if (site === undefined || authorization === undefined) {
    say('not started: set vulx_url in config/default/variables.json and vulx_authorization in secrets.json')
    return undefined
  }
  const port: Port = { http: httpTo(site, authorization), clock, storage, players, noise, say }
  return new Pack(port, {
    version: text('vulx_version'),
    maxPlayers: typeof maxPlayers === 'number' ? maxPlayers : undefined,
  })
}

let pack: Pack | undefined

function answerCommand(entity: unknown, work: (running: Pack, pfid: string, gamertag: string) => string) {
  if (!(entity instanceof Player))
    return { status: CustomCommandStatus.Failure, message: 'Only players can do this.' }
  const player = entity
  // Commands run where nothing may be changed; a moment later everything may.
  system.run(() => {
    const pfid = pfidOf(player)
    if (!player.isValid) return
    if (pack === undefined || pfid === undefined)
      player.sendMessage('Linking is not available on this server.')
    else player.sendMessage(work(pack, pfid, player.name))
  })
  return { status: CustomCommandStatus.Success }
}

system.beforeEvents.startup.subscribe(({ customCommandRegistry }) => {
  const everybody = { permissionLevel: CommandPermissionLevel.Any, cheatsRequired: false }
  customCommandRegistry.registerCommand(
    {
      ...everybody,
      name: 'vulx:link',
      description: 'Shows a code that links you to your account on the website',
    },
    ({ sourceEntity }) => answerCommand(sourceEntity, (running, pfid, name) => running.link(pfid, name)),
  )
  customCommandRegistry.registerCommand(
    { ...everybody, name: 'vulx:unlink', description: 'Unlinks you from your account on the website' },
    ({ sourceEntity }) => answerCommand(sourceEntity, (running, pfid) => running.unlink(pfid)),
  )
})

world.afterEvents.worldLoad.subscribe(() => {
  pack = configured()
  pack?.start()
  beforeEvents.asyncPlayerJoin.subscribe(async ({ name, persistentId }) => {
    if (persistentId !== '') remember({ pfid: persistentId, gamertag: name })
  })
})

world.afterEvents.playerSpawn.subscribe(({ player, initialSpawn }) => {
  const pfid = pfidOf(player)
  if (!initialSpawn || pfid === undefined) return
  player.setDynamicProperty(pfidKey, pfid)
  pack?.joined(pfid, player.name)
})

world.beforeEvents.playerLeave.subscribe(({ player }) => {
  const known = players.find(player.name)
  if (known !== undefined) remember(known)
})

system.afterEvents.scriptEventReceive.subscribe(
  ({ id, message }) => {
    const reported = pack?.scriptEvent(id, message)
    if (reported !== undefined) system.sendScriptEvent('vulx:reported', JSON.stringify(reported))
  },
  { namespaces: ['vulx'] },
)
