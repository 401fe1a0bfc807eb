import type { Player, Serenity } from '../src/serenity.ts'

/** What `connect` uses of a SerenityJS server, with players that keep what they read. */
export class GameServer implements Serenity {
  readonly network = { raknet: { properties: { maxConnections: 20 } } }
  readonly #players = new Map<string, Player>()
  readonly #commands = new Map<
    string,
    (context: { readonly origin: object }) => { readonly message: string }
  >()
  readonly commandPalette: Serenity['commandPalette'] = {
    register: (name, _description, callback) => this.#commands.set(name, callback),
  }

  getPlayers(): Player[] {
    return [...this.#players.values()]
  }

  getPlayerByXuid(xuid: string): Player | null {
    return this.#players.get(xuid) ?? null
  }

  /** Somebody joins; `texts` is what they read. */
  join(xuid: string, username: string) {
    const texts: string[] = []
    const tags = new Set<string>()
    const player: Player = {
      xuid,
      username,
      skin: { getSerialized: () => ({ skinImage: { width: 0, height: 0, data: new Uint8Array() } }) },
      clientSystemInfo: { inputMode: 2 },
      sendMessage: (text) => texts.push(text),
      getTags: () => [...tags],
      hasTag: (tag) => tags.has(tag),
      addTag: (tag) => tags.size < tags.add(tag).size,
      removeTag: (tag) => tags.delete(tag),
    }
    this.#players.set(xuid, player)
    return { player, texts, tags }
  }

  /** Runs a command of somebody. Returns the response. */
  run(name: string, origin: object): string | undefined {
    return this.#commands.get(name)?.({ origin }).message
  }
}
