// The only file that imports Minecraft's modules: it implements the port of the core and forwards what happens in game.
import {
  CommandPermissionLevel,
  CustomCommandStatus,
  InputMode,
  Player,
  system,
  world,
} from '@minecraft/server'
import { beforeEvents, type SecretString, secrets, variables } from '@minecraft/server-admin'
import { HttpHeader, HttpRequest, HttpRequestMethod, http } from '@minecraft/server-net'
import { Guard } from '../../core/src/guard.ts'
import type { Clock, Http, PlayerId, Players, Storage } from '../../core/src/port.ts'
import { SiteClient } from '../../core/src/site-client.ts'
import { monotonicClock } from './game-clock.ts'
import { longTexts } from './long-texts.ts'
import { ScriptEvents } from './script-events.ts'
import { SeenPlayers } from './seen-players.ts'
import { upgrade } from './upgrade.ts'

/** The script engine has one; the types of the language alone do not say so. */
declare const console: { warn(line: string): void }

const ticksPerSecond = 20
const responseSeconds = 15
/** Characters. */
const maxScriptEvent = 2_048
const prefix = 'vulx:'
const rankTag = 'vulx-rank:'

const say = (line: string) => console.warn(`[vulx] ${line}`)

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
      .setTimeout(responseSeconds)
    const { status, body: text, headers } = await http.request(request)
    const retryAfter = headers.find(({ key }) => key.toLowerCase() === 'retry-after')?.value
    return { status, body: text, retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined }
  },
})

const clock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const run = system.runTimeout(work, Math.max(1, Math.ceil((ms * ticksPerSecond) / 1_000)))
    return () => system.clearRun(run)
  },
}

/** Scripts have no files: what is stored lies in the world's dynamic properties and is saved with the world. */
const properties: Storage = {
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

const inputs: Partial<Record<InputMode, string>> = {
  [InputMode.Gamepad]: 'controller',
  [InputMode.KeyboardAndMouse]: 'keyboard',
  [InputMode.Touch]: 'touch',
}

/** Undefined until the world is loaded; `site` also when a setting is missing. */
let seen: SeenPlayers | undefined
let site: SiteClient | undefined
let scriptEvents: ScriptEvents | undefined

function idOf(player: Player): PlayerId | undefined {
  const pfid = seen?.find(player.name)?.pfid
  return pfid === undefined ? undefined : { pfid }
}

const playerOf = ({ pfid }: PlayerId) =>
  pfid === undefined ? undefined : world.getAllPlayers().find((player) => idOf(player)?.pfid === pfid)

/** Reads how somebody plays now, while they are here. */
function rememberInput(player: Player): void {
  const known = seen?.find(player.name)
  if (known !== undefined)
    seen?.remember({ ...known, input: inputs[player.inputInfo.lastInputModeUsed] ?? known.input })
}

function find(gamertag: string) {
  const player = world.getAllPlayers().find(({ name }) => name === gamertag)
  if (player !== undefined) rememberInput(player)
  return seen?.find(gamertag)
}

const players: Players = {
  count: () => world.getAllPlayers().length,
  isHere: (id) => playerOf(id) !== undefined,
  tell: (id, text) => playerOf(id)?.sendMessage(text),
}

/** Sends a script event, without its text where that makes it too long for one. */
function send(id: string, fields: (more: { readonly text?: unknown }) => object, text: unknown): void {
  const whole = JSON.stringify(fields({ text }))
  system.sendScriptEvent(id, whole.length <= maxScriptEvent ? whole : JSON.stringify(fields({})))
}

/** Undefined from servers that do not say it: the property is newer than the types. */
function languageOf({ clientSystemInfo }: Player): string | undefined {
  const { locale } = clientSystemInfo as { readonly locale?: unknown }
  return typeof locale === 'string' ? locale : undefined
}

/** A rank comes again at each join. */
function setRank(player: Player, rank: string): void {
  const tag = rankTag + rank
  if (player.hasTag(tag)) return
  for (const old of player.getTags()) if (old.startsWith(rankTag)) player.removeTag(old)
  player.addTag(tag)
}

function setting(name: string): string | undefined {
  const value = variables.get(name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function connect(storage: Storage): SiteClient | undefined {
  const url = setting('vulx_url')?.replace(/\/+$/, '')
  const authorization = secrets.get('vulx_authorization')
  const maxPlayers = variables.get('vulx_max_players')
  if (url === undefined || authorization === undefined) {
    say('not started: set vulx_url in config/default/variables.json and vulx_authorization in secrets.json')
    return undefined
  }
  const monotonic = monotonicClock(clock.now, () => system.currentTick)
  const client = new SiteClient(
    { http: httpTo(url, authorization), clock: { ...clock, monotonic }, storage, players, say },
    {
      version: setting('vulx_version'),
      maxPlayers: typeof maxPlayers === 'number' ? maxPlayers : undefined,
    },
  )
  client.onRank((id, rank) => {
    const player = playerOf(id)
    if (player !== undefined) setRank(player, rank)
  })
  client.onPunish(({ player, data: { text, ...data }, ...punishment }) =>
    send('vulx:punish', (more) => ({ ...player, ...punishment, data: { ...data, ...more } }), text),
  )
  client.onAppealCode((player, id, code, text) =>
    send('vulx:appeal_code', (more) => ({ ...player, id, code, ...more }), text),
  )
  client.tellCupCalls('/vulx:ready')
  return client
}

/** Properties that cannot be written cost what they would have held, never the report of a player. */
const guard = new Guard(say, () => Date.now())
const store = (name: string) => guard.run('storing a player', () => seen?.store(name), undefined)

/** Somebody is here: after they joined, or after the scripts were reloaded. */
function arrived(player: Player): void {
  store(player.name)
  const id = idOf(player)
  if (id !== undefined) site?.joined(id, player.name, { language: languageOf(player) })
}

function command(
  name: string,
  description: string,
  run: (client: SiteClient, id: PlayerId, name: string) => string,
) {
  return {
    definition: {
      name: prefix + name,
      description,
      permissionLevel: CommandPermissionLevel.Any,
      cheatsRequired: false,
    },
    callback({ sourceEntity: player }: { readonly sourceEntity?: unknown }) {
      if (!(player instanceof Player))
        return { status: CustomCommandStatus.Failure, message: 'Only players can use this command.' }
      // Commands run where scripts may change nothing; a moment later they may.
      system.run(() => {
        if (!player.isValid) return
        const id = idOf(player)
        if (site === undefined || id === undefined)
          player.sendMessage('The website does not know you on this server.')
        else player.sendMessage(run(site, id, player.name))
      })
      return { status: CustomCommandStatus.Success }
    },
  }
}

const commands = [
  command('link', 'Links you to your account on the website', (client, id, name) => client.link(id, name)),
  command('unlink', 'Unlinks you from your account on the website', (client, id) => client.unlink(id)),
  command('hide', 'Hides on the website that you are online', (client, id, name) =>
    client.hide(id, name, true),
  ),
  command('show', 'Shows on the website that you are online', (client, id, name) =>
    client.hide(id, name, false),
  ),
  command('checkin', 'Checks you in for a cup', (client, id) => client.cup(id, 'check_in')),
  command('ready', 'Says that you are ready for your match in a cup', (client, id) =>
    client.cup(id, 'ready'),
  ),
  command('leavecup', 'Takes you out of a cup', (client, id) => client.cup(id, 'leave')),
]

system.beforeEvents.startup.subscribe(({ customCommandRegistry }) => {
  for (const { definition, callback } of commands) customCommandRegistry.registerCommand(definition, callback)
})

world.afterEvents.worldLoad.subscribe(() => {
  upgrade(properties)
  const storage = longTexts(properties)
  seen = new SeenPlayers(storage, clock.now)
  site = connect(storage)
  scriptEvents = site && new ScriptEvents({ site, find, say })
  beforeEvents.asyncPlayerJoin.subscribe(async ({ name, persistentId }) => {
    if (persistentId === '') seen?.forget(name)
    else seen?.remember({ pfid: persistentId, gamertag: name })
  })
  for (const player of world.getAllPlayers()) arrived(player)
  site?.start()
})

world.afterEvents.playerSpawn.subscribe(({ player, initialSpawn }) => {
  if (initialSpawn) arrived(player)
})

world.beforeEvents.playerLeave.subscribe(({ player }) => {
  const { name } = player
  const id = idOf(player)
  if (id === undefined) return
  rememberInput(player)
  site?.left(id)
  system.run(() => store(name))
})

system.afterEvents.scriptEventReceive.subscribe(
  ({ id, message }) => {
    const reported = scriptEvents?.receive(id, message)
    if (reported !== undefined) system.sendScriptEvent('vulx:reported', JSON.stringify(reported))
  },
  { namespaces: ['vulx'] },
)
