import { build } from './lib/build.mjs'
import { withSetupLock } from './lib/lock.mjs'
import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'

requireNode()
await prepare({ built: false })
await withSetupLock(() => build({ quiet: false }))
