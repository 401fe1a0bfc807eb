import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { default as Sharp } from 'sharp'

const require = createRequire(import.meta.url)

let loaded: Promise<typeof Sharp> | undefined

/** Loads sharp on first use, because its native code takes memory that is rarely needed. */
export function loadSharp(): Promise<typeof Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // The concurrency limiter bounds decodes, so a cache would only take memory, and one thread each leaves the other
    // core free.
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return loaded
}

const pathOf = (from: NodeJS.Require, name: string): string | undefined => {
  try {
    return from.resolve(name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/**
 * Checks at start that sharp can be loaded later. `from` is the module that would load it.
 * @throws a clear message when sharp or its native code is not installed
 */
export function requireSharp(from: NodeJS.Require = require): void {
  const { platform, arch } = process
  const library = pathOf(from, 'sharp')
  // Linux has two C libraries; platforms without native code use WebAssembly.
  const machines = [`${platform}-${arch}`, `${platform}musl-${arch}`, 'wasm32', `${platform}-wasm32`]
  const isWhole =
    library !== undefined &&
    (machines.some((machine) => pathOf(createRequire(library), `@img/sharp-${machine}/sharp.node`)) ||
      existsSync(join(dirname(library), '../src/build/Release')))
  if (isWhole) return
  throw new Error(
    `The package sharp is not installed for ${platform}-${arch}: run npm ci with optional packages.`,
  )
}
