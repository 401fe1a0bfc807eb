import { contentTypes } from './sets/content-types.ts'
import { foreignOrigins } from './sets/foreign-origins.ts'
import { fuzz } from './sets/fuzz.ts'
import { login } from './sets/login.ts'
import { powers } from './sets/powers.ts'
import { secondAddresses } from './sets/second-addresses.ts'
import { slowReaders } from './sets/sockets.ts'
import { storedXss } from './sets/stored-xss.ts'
import { attackSite } from './support/attack-site.ts'

attackSite(
  { RATE_LIMITS: 'off', PASSWORD_LIMIT: 'off' },
  {
    fuzz,
    'content-types': contentTypes,
    'foreign-origins': foreignOrigins,
    'second-addresses': secondAddresses,
    powers,
    'stored-xss': storedXss,
    login,
    'slow-readers': slowReaders,
  },
)
