export declare class FakePlayer {
  readonly name: string
  readonly texts: string[]
  readonly tags: Set<string>
}

export declare class FakeServer {
  constructor(options: { url?: string; key?: string; properties?: Map<string, string> })
  readonly properties: Map<string, string>
  readonly players: FakePlayer[]
  readonly commands: Map<string, unknown>
  readonly scriptEvents: { readonly id: string; readonly message: string }[]
  readonly lines: string[]
  start(pack: string, folder: string): Promise<void>
  stop(): void
  nextTick(): Promise<void>
  join(name: string, pfid?: string): Promise<FakePlayer>
  leave(player: FakePlayer): Promise<void>
  type(command: string, sourceEntity?: unknown): Promise<unknown>
  send(
    id: string,
    value: unknown,
  ):
    | {
        readonly ok: boolean
        readonly matchId?: string
        readonly cupMatchId?: string
        readonly problem?: string
      }
    | undefined
}
