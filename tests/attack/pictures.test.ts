import { avatarAddresses, outsideAddress } from './sets/avatar-addresses.ts'
import { uploads } from './sets/uploads.ts'
import { attackSite } from './support/attack-site.ts'

attackSite(
  { RATE_LIMITS: 'off', FETCH_ALLOW: outsideAddress },
  { 'avatar-addresses': avatarAddresses, uploads },
)
