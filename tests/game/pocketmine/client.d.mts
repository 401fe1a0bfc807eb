/** The key that the tried server takes for Mojang's, by which it believes an XUID. */
export interface RootKey {
  readonly pub: string
  readonly priv: string
}

interface Login {
  /** Undefined: somebody without an Xbox account. */
  readonly xuid?: string | undefined
  readonly root: RootKey
}

export interface Player {
  readonly name: string
  readonly texts: readonly string[]
  readonly isClosed: boolean
  reads(pattern: RegExp): Promise<string>
  command(line: string): void
  says(message: string): void
  leaves(): Promise<void>
  drop(): void
}

export function join(username: string, port: number, login: Login): Promise<Player>
/** Begins to log in. */
export function connect(username: string, port: number, login: Login): Player
