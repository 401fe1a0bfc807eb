/** A Bedrock client in the game. */
export interface Player {
  readonly name: string
  /** Chat lines and responses to commands, oldest first. */
  readonly texts: readonly string[]
  /** Resolves with the match of a line that was read after the first `skip` lines, also of one still to come. */
  reads(pattern: RegExp, skip?: number): Promise<RegExpExecArray>
  command(line: string): void
  /** Clicks at somebody until `end` settles. */
  attacks<T>(name: string, end: Promise<T>): Promise<T>
  /** Resolves with what the screen says when the server ends the game of this player. */
  kicked(): Promise<string>
  /** Leaves, as a player who quits. */
  leaves(): Promise<void>
  /** Ends a connection whose server is gone. */
  drop(): void
}

/** The skin has one color. */
export function join(
  username: string,
  port: number,
  skinColor: readonly [number, number, number],
): Promise<Player>

/** Tries to join, and resolves with what the screen says when the server refuses it. */
export function turnedAway(
  username: string,
  port: number,
  skinColor: readonly [number, number, number],
): Promise<string>
