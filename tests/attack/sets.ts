import { avatarAddresses, outsideAddress } from './sets/avatar-addresses.ts'
import { contentTypes } from './sets/content-types.ts'
import { foreignOrigins } from './sets/foreign-origins.ts'
import { fuzz } from './sets/fuzz.ts'
import { limits, trustedProxies } from './sets/limits.ts'
import { login } from './sets/login.ts'
import { secondAddresses } from './sets/second-addresses.ts'
import { slowClients } from './sets/slow-clients.ts'
import { slowReaders, sockets } from './sets/sockets.ts'
import { storedXss } from './sets/stored-xss.ts'
import { uploads } from './sets/uploads.ts'
import type { Round } from './support/round.ts'

export interface AttackSet {
  readonly name: string
  readonly run: (round: Round) => Promise<void>
}

/** Sets that share one site, one after the other. */
export interface Lane {
  readonly environment: Readonly<Record<string, string>>
  readonly sets: readonly AttackSet[]
}

/** A mail server that is never there: what is mailed stays in the outbox. */
const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'site@mail.example' }

export const lanes: readonly Lane[] = [
  {
    environment: { ...mail, RATE_LIMITS: 'off', PASSWORD_LIMIT: 'off', FETCH_ALLOW: outsideAddress },
    sets: [
      { name: 'fuzz', run: fuzz },
      { name: 'content-types', run: contentTypes },
      { name: 'foreign-origins', run: foreignOrigins },
      { name: 'second-addresses', run: secondAddresses },
      { name: 'avatar-addresses', run: avatarAddresses },
      { name: 'uploads', run: uploads },
      { name: 'stored-xss', run: storedXss },
      { name: 'login', run: login },
      { name: 'slow-readers', run: slowReaders },
    ],
  },
  {
    environment: { ...mail, RATE_LIMITS: 'on', TRUST_PROXY: trustedProxies },
    sets: [
      { name: 'sockets', run: sockets },
      { name: 'slow-clients', run: slowClients },
      { name: 'limits', run: limits },
    ],
  },
]
