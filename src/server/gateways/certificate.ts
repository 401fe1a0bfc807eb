import { isIP } from 'node:net'
import { connect } from 'node:tls'

/** Returns until when the certificate is valid that is served at an address of https. Rejects after 10 s. */
export type ReadCertificate = (origin: string) => Promise<Date>

export const readCertificate = (origin: string, timeoutMs = 10_000): Promise<Date> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const host = hostname.replace(/^\[|\]$/g, '')
    // One that has expired is read, too. Nothing is sent.
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
    })
    const end = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    const timer = setTimeout(() => end(new Error(`${origin} did not answer in time`)), timeoutMs)
    socket.on('error', end)
    socket.on('close', () => end(new Error(`${origin} closed the connection`)))
    socket.on('secureConnect', () => {
      const validUntil = new Date(socket.getPeerCertificate().valid_to)
      if (Number.isNaN(validUntil.getTime()))
        return end(new Error(`${origin} serves no certificate with an end`))
      resolve(validUntil)
      end(new Error('read'))
    })
  })
