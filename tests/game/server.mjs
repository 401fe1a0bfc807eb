// A SerenityJS server with a flat world in memory and the plugins of a folder. It ends by a signal.

import { InternalProvider, Serenity } from '@serenityjs/core'
import { Pipeline } from '@serenityjs/plugins'
import { DimensionType } from '@serenityjs/protocol'

const [port, message, plugins] = process.argv.slice(2)

/** The method of 0.8.21 throws, and with it everything that happens when a player leaves. */
class MemoryProvider extends InternalProvider {
  writePlayer(uuid, data) {
    this.players.set(uuid, data)
  }
}

const serenity = new Serenity({
  path: null,
  serenity: {
    permissions: {
      groups: [
        {
          identifier: 'players',
          permissions: [
            {
              identifier: 'member',
              commands: [
                ...['link', 'unlink', 'hide', 'show', 'checkin', 'ready', 'leavecup'],
                ...['duel', 'void', 'swear', 'fly'],
              ],
            },
          ],
        },
      ],
      members: [],
    },
    resources: { path: null, mustAccept: false },
    offlineMode: true,
    movementValidation: false,
    debugLogging: false,
  },
  raknet: { address: '127.0.0.1', port: Number(port), message, maxConnections: 20 },
  network: {},
})
serenity.registerProvider(MemoryProvider)
// Plugins register commands, which a world takes over when it is made.
new Pipeline(serenity, { path: plugins, commands: false, initialize: true })
const world = await MemoryProvider.create(
  serenity,
  {},
  {
    identifier: 'default',
    seed: 1,
    gamemode: 'survival',
    difficulty: 'normal',
    saveInterval: 5,
    gamerules: {},
    dimensions: [
      {
        identifier: 'overworld',
        type: DimensionType.Overworld,
        generator: 'superflat',
        viewDistance: 2,
        simulationDistance: 2,
        spawnPosition: [0, -58, 0],
      },
    ],
  },
)
serenity.registerWorld(world)
await serenity.start()
console.log('The game server is ready')
