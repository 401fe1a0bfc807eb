import type { Socket } from 'node:net'
import { msg } from '@lingui/core/macro'
import { AppError, badRequest } from './errors.ts'

/** Responds to requests that Node cannot parse with the usual error body. */
export function respondToMalformedRequest(failure: NodeJS.ErrnoException, socket: Socket): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const error = refusalOf(failure)
  const body = JSON.stringify(error.body())
  const head = [
    `HTTP/1.1 ${error.status} Refused`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function refusalOf({ code }: NodeJS.ErrnoException): AppError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout', msg`The request did not arrive in time`)
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('headers_too_large', msg`The headers of the request are too large`)
    default:
      return badRequest(msg`The request is not valid`)
  }
}
