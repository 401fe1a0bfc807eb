import { join } from 'node:path'
import { Plugin } from '@serenityjs/plugins'
import { Guard } from '../../core/src/guard.ts'
import { fetchHttp, fileStorage, nodeClock } from '../../core/src/node.ts'
import type { SiteClient } from '../../core/src/site-client.ts'
import { connect, idOf, playerFields } from './connect.ts'
import { faceOf } from './face.ts'
import type { Player } from './serenity.ts'

/** Other plugins report through `this.resolve('vulx-network')`. */
class VulxNetwork extends Plugin {
  /** Undefined when a setting is missing. */
  site: SiteClient | undefined
  readonly playerFields = playerFields
  readonly #guard = new Guard(
    (line) => this.logger.warn(line),
    () => performance.now(),
  )

  onInitialize(): void {
    this.#guard.run('the start', () => this.#connect(), undefined)
  }

  #connect(): void {
    const { VULX_URL: url, VULX_KEY: key } = process.env
    if (!url || !key) {
      this.logger.error('VULX_URL and VULX_KEY must be set: nothing is reported to the website')
      return
    }
    this.site = connect(this.serenity, {
      http: fetchHttp(url, key),
      clock: nodeClock,
      storage: fileStorage(join(this.path, '../data', this.identifier)),
      say: (line) => this.logger.warn(line),
    })
  }

  async onStartUp(): Promise<void> {
    this.site?.start()
  }

  async onShutDown(): Promise<void> {
    this.site?.stop()
  }

  onPlayerInitialized({ player }: { readonly player: Player }): void {
    const head = this.#guard.run('a face', () => faceOf(player.skin.getSerialized().skinImage), undefined)
    this.site?.joined(idOf(player), player.username, { head })
  }

  onPlayerLeave({ player }: { readonly player: Player }): void {
    this.site?.left(idOf(player))
  }
}

// SerenityJS takes a plugin as the default export of its main file.
export default new VulxNetwork('vulx-network', '0.1.0')
