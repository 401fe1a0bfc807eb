// What the adapter uses of SerenityJS 0.8.

export interface SkinImage {
  readonly width: number
  readonly height: number
  /** Rows of RGBA. */
  readonly data: Uint8Array
}

export interface Player {
  readonly xuid: string
  readonly username: string
  readonly skin: { getSerialized(): { readonly skinImage: SkinImage } }
  /** The number of SerenityJS's InputMode. */
  readonly clientSystemInfo: { readonly inputMode: number }
  sendMessage(text: string): void
  getTags(): string[]
  hasTag(tag: string): boolean
  addTag(tag: string): boolean
  removeTag(tag: string): boolean
}

export interface Serenity {
  readonly network: { readonly raknet: { readonly properties: { readonly maxConnections: number } } }
  readonly commandPalette: {
    register(
      name: string,
      description: string,
      callback: (context: { readonly origin: object }) => { readonly message: string },
    ): unknown
  }
  getPlayers(): readonly Player[]
  getPlayerByXuid(xuid: string): Player | null
}

/** Commands are also run by worlds and other entities. */
export const isPlayer = (origin: object): origin is Player => 'xuid' in origin && 'username' in origin
