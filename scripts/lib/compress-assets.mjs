import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Smaller responses hardly shrink. Pictures, fonts and films are compressed already. */
const minBytes = 1024
const isText = (name) => /\.(?:js|css|svg|json|txt|xml|html|webmanifest)$/.test(name)

/** An earlier build's, of which nothing has changed. @param {string} file */
const isPacked = (file) =>
  existsSync(`${file}.br`) && statSync(`${file}.br`).mtimeMs >= statSync(file).mtimeMs

/**
 * Writes each text file of a directory a second and a third time, packed as tightly as it goes: once for each build
 * instead of quickly for each visitor. The server sends `name.br` or `name.gz` to anyone who takes it.
 * @param {string} directory
 */
export const compressAssets = (directory) => {
  for (const name of readdirSync(directory)) {
    const file = join(directory, name)
    if (!isText(name) || statSync(file).size < minBytes || isPacked(file)) continue
    const text = readFileSync(file)
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
    writeFileSync(`${file}.br`, brotliCompressSync(text, { params }))
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
  }
}
