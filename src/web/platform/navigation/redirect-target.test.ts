import { describe, expect, it } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

describe('redirectTarget: where ?redirect= may lead [auth.28]', () => {
  it.each(['/', '/admin', '/admin/applications/pending', '/social?before=12#top', '/player/7?tab=details'])(
    'keeps the path %s of this site',
    (path) => expect(redirectTarget(path)).toBe(path),
  )

  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['an absolute address', 'https://evil.example/'],
    ['another scheme', 'javascript:alert(1)'],
    ['a relative path', 'profile'],
    ['two slashes', '//evil.example'],
    ['three slashes', '///evil.example'],
    ['slash and backslash', '/\\evil.example'],
    ['a backslash further in', '/profile\\..\\..'],
    ['backslashes only', '\\\\evil.example'],
    ['a tab between two slashes', '/\t/evil.example'],
    ['a line break between two slashes', '/\n/evil.example'],
    ['a NUL', '/\0/evil.example'],
    ['a space in front', ' https://evil.example'],
    ['two slashes behind a dot', '/.//evil.example'],
    ['two slashes behind a parent', '/profile/..//evil.example'],
    ['two slashes behind an encoded dot', '/%2e//evil.example'],
  ])('sends %s to /', (_what, wanted) => expect(redirectTarget(wanted)).toBe('/'))
})
