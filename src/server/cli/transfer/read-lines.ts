import { createReadStream } from 'node:fs'

/** Longer than any record that can be brought. */
const maxLineBytes = 1_048_576

export interface Line {
  /** Counted from 1. */
  readonly number: number
  /** The parsed object; undefined where the line is none. */
  readonly value?: Readonly<Record<string, unknown>>
  readonly problem?: string
}

function parseLine(number: number, bytes: Buffer): Line {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { number, problem: 'is not text in UTF-8' }
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { number, value: value as Readonly<Record<string, unknown>> }
  } catch {
    // Said below, as for a value that is no object.
  }
  return { number, problem: 'is not a JSON object' }
}

const isBlank = (bytes: Buffer) => bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)

/** The lines of a file one by one; blank ones are left out. One that is too long is not held in memory. */
export async function* readLines(file: string): AsyncGenerator<Line> {
  let number = 1
  let parts: Buffer[] = []
  let length = 0
  const take = (): Line | undefined => {
    const bytes = Buffer.concat(parts)
    const isTooLong = length > maxLineBytes
    parts = []
    length = 0
    if (isTooLong) return { number, problem: `is longer than ${maxLineBytes} bytes` }
    return isBlank(bytes) ? undefined : parseLine(number, bytes)
  }
  const add = (bytes: Buffer) => {
    length += bytes.length
    if (length > maxLineBytes) parts = []
    else parts.push(bytes)
  }
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, at))
      const line = take()
      if (line !== undefined) yield line
      number += 1
      from = at + 1
    }
    add(chunk.subarray(from))
  }
  const last = take()
  if (last !== undefined) yield last
}
