import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { pushService } from '../testing/push-service.ts'
import { readCertificate } from './certificate.ts'

test('[owner.29] The end of a certificate is read, also of one that nobody trusts', async () => {
  const service = await pushService()
  const days =
    ((await readCertificate(new URL(service.subscribe().endpoint).origin)).getTime() - Date.now()) /
    86_400_000
  expect(days).toBeGreaterThan(1.9)
  expect(days).toBeLessThan(2.1)
  await service.close()
})

test('[owner.29] An address that is silent, closed or no https fails within the time', async () => {
  const server = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(readCertificate(address, 200)).rejects.toThrow('did not answer in time')
  server.on('connection', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await expect(readCertificate(address, 5_000)).rejects.toThrow()
  server.close()
  await expect(readCertificate(address, 5_000)).rejects.toThrow('ECONNREFUSED')
})
