import { IncomingMessage } from 'node:http'
import { socketPath } from './sockets.ts'

/**
 * A request that ignores offers to change the protocol (RFC 9110, 7.8), except for a WebSocket at its path. Node would
 * hand every offer (`Upgrade: h2c` of a client that prefers HTTP/2) to the listener for upgrades and never to a route.
 */
export class SiteRequest extends IncomingMessage {
  // Node sets it before any field of a subclass exists.
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
