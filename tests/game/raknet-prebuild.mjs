import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { release } from 'node:os'
import { join } from 'node:path'

const packageDir = join(createRequire(import.meta.url).resolve('raknet-native/package.json'), '..')

/**
 * raknet-native looks for its compiled library under the major version of the system, of which it ships one for each
 * platform. A link makes it load that one; without it, it would compile for minutes.
 */
export function useRaknetPrebuild() {
  const { platform, arch } = process
  const wanted = `${platform}-${release().split('.', 1)}-${arch}`
  const prebuilds = join(packageDir, 'prebuilds')
  if (existsSync(join(prebuilds, wanted))) return
  const shipped = readdirSync(prebuilds).find(
    (name) => name.startsWith(`${platform}-`) && name.endsWith(`-${arch}`),
  )
  if (shipped === undefined) throw new Error(`raknet-native ships no library for ${platform} on ${arch}`)
  symlinkSync(shipped, join(prebuilds, wanted))
}
