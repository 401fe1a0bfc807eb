import { limits, trustedProxies } from './sets/limits.ts'
import { slowClients } from './sets/slow-clients.ts'
import { sockets } from './sets/sockets.ts'
import { attackSite } from './support/attack-site.ts'

attackSite(
  { RATE_LIMITS: 'on', TRUST_PROXY: trustedProxies },
  { sockets, 'slow-clients': slowClients, limits },
)
