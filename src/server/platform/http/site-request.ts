import { IncomingMessage } from 'node:http'
import { socketPath } from '../live/sockets.ts'

/**
 * Ignores protocol upgrades (RFC 9110, 7.8) other than the WebSocket's. Node would pass all upgrades, such as
 * `Upgrade: h2c` of HTTP/2 clients, to the upgrade listener instead of a route.
 */
export class SiteRequest extends IncomingMessage {
  // Node sets this before fields of a subclass exist.
  declare private offered: boolean | null | undefined

  get upgrade(): boolean {
    if (this.offered !== true) return false
    return this.method === 'CONNECT' || asksForSocket(this)
  }

  set upgrade(offered: boolean | null) {
    this.offered = offered
  }
}

const asksForSocket = ({ url, headers }: IncomingMessage) =>
  url?.split('?', 1)[0] === socketPath && headers.upgrade?.toLowerCase() === 'websocket'
