// Declared here, so that types can be checked without a game server's packages. `tests/game` runs against the real ones.
declare module '@serenityjs/plugins' {
  export class Plugin {
    constructor(identifier: string, version: string)
    readonly identifier: string
    /** The folder of the plugin. */
    readonly path: string
    readonly logger: { warn(line: string): void; error(line: string): void }
    readonly serenity: import('./serenity.ts').Serenity
  }
}
