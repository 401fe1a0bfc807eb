import { avatarAddresses, outsideAddress } from './sets/avatar-addresses.ts'
import { contentTypes } from './sets/content-types.ts'
import { foreignOrigins } from './sets/foreign-origins.ts'
import { fuzz } from './sets/fuzz.ts'
import { login } from './sets/login.ts'
import { secondAddresses } from './sets/second-addresses.ts'
import { slowReaders } from './sets/sockets.ts'
import { storedXss } from './sets/stored-xss.ts'
import { uploads } from './sets/uploads.ts'
import { attackSite } from './support/attack-site.ts'

attackSite(
  { RATE_LIMITS: 'off', PASSWORD_LIMIT: 'off', FETCH_ALLOW: outsideAddress },
  {
    fuzz,
    'content-types': contentTypes,
    'foreign-origins': foreignOrigins,
    'second-addresses': secondAddresses,
    'avatar-addresses': avatarAddresses,
    uploads,
    'stored-xss': storedXss,
    login,
    'slow-readers': slowReaders,
  },
)
