import { describe, expect, test } from 'vitest'
import { type NotTextError, textOfFile } from './text-file.ts'

const text = 'a: Über\nb: 日本\n'

const utf16 = (mark: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(mark + text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

describe('[field.120] A file is read as people save it', () => {
  test.each<[string, Buffer]>([
    ['in UTF-8', Buffer.from(text)],
    ['with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['with lines of Windows', Buffer.from(text.replaceAll('\n', '\r\n'))],
    ['with lines of an old Mac', Buffer.from(text.replaceAll('\n', '\r'))],
    ['as "Unicode" by Notepad', utf16('\uFEFF', 'le')],
    ['in UTF-16 the other way round', utf16('\uFEFF', 'be')],
  ])('%s', (_, bytes) => expect(textOfFile(bytes)).toBe(text))

  test.each<[string, Buffer, number]>([
    ['Latin-1', Buffer.from('a: b\r\nc: \xdcber\n', 'latin1'), 2],
    ['a NUL', Buffer.from('a\nb\nc\0'), 3],
    ['UTF-16 without a mark', utf16('', 'le'), 1],
    ['half a character of UTF-16', Buffer.from('fffe00d8', 'hex'), 1],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 1],
  ])('%s is refused with its line', (_, bytes, line) => {
    expect(() => textOfFile(bytes)).toThrow(expect.objectContaining({ line }) as NotTextError)
  })
})
