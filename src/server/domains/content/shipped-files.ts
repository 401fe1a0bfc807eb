import { createHash } from 'node:crypto'
import { ownValue } from '../../../contract/own-value.ts'
import shipped from './shipped-files.json' with { type: 'json' }

/** In the order of releases. */
const hashesOf = (name: string): readonly string[] =>
  ownValue(shipped as Readonly<Record<string, readonly string[]>>, name) ?? []

/** Whether a release shipped this text under this name: the operator did not change it. Ends of lines do not count. */
export const isShippedFile = (name: string, text: string): boolean => hashesOf(name).includes(fileHash(text))

/** Whether this release ships this text. */
export const isNewestFile = (name: string, text: string): boolean => hashesOf(name).at(-1) === fileHash(text)

export const fileHash = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, 32)
