import { expect, test } from 'vitest'
import { withoutMacros } from './lib/message-macros.mjs'

const imports = `import { msg, plural, t } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
`
/** What becomes of a source, and its texts. */
const read = async (source, file = 'a.tsx') => {
  const texts = []
  const result = await withoutMacros(imports + source, file, { found: (text) => texts.push(text) })
  return { code: result.code, texts: texts.map(({ message, context }) => [message, context]) }
}

test('[languages.21] the global t is refused, which would be in the language of another request', async () => {
  await expect(read('const title = t`Hello`')).rejects.toThrow(
    'a global t would be in the language of another request',
  )
})

test.each([
  ['an id of its own', 'const a = msg({ id: "own" })', 'A text is a constant'],
  ['a text that is no constant', 'const a = msg({ message: name })', 'A text is a constant'],
  ['a choice outside of a text', 'const a = plural(n, { one: "#", other: "#" })', 'a global t would be'],
  ['a part of no element', 'const a = <Trans>Read <>it</></Trans>', 'A text is a constant'],
  ['a macro of Lingui that is not used here', "import { ph } from '@lingui/core/macro'", 'ph is no macro'],
  ['an empty text', 'const a = <Trans></Trans>', 'A text is a constant'],
])('[languages.21] %s is refused', async (_, source, reason) => {
  await expect(read(source)).rejects.toThrow(reason)
})

test('[languages.21] texts are found as translators see them, and are in the code as they are shown', async () => {
  const { code, texts } = await read(`
    const open = msg\`Open\`
    const post = msg({ message: 'Post', context: 'verb', comment: 'On a button' })
    const Page = ({ n, name }: { n: number; name: string }) => {
      const { t } = useLingui()
      return <p title={t\`Hello \${name}\`}>
        <Trans>Read the <a href="/rules">rules</a>.</Trans> <Plural value={n} one="# win" other="# wins" />
        {t\`\${plural(n, { one: '# loss', other: '# losses' })}\`}
      </p>
    }`)
  expect(texts).toEqual([
    ['Open', undefined],
    ['Post', 'verb'],
    ['Hello {name}', undefined],
    ['Read the <0>rules</0>.', undefined],
    ['{n, plural, one {# win} other {# wins}}', undefined],
    ['{n, plural, one {# loss} other {# losses}}', undefined],
  ])
  expect(code).toContain('message: ["Open"]')
  expect(code).toContain('message: ["Hello ",["name"]]')
  expect(code).not.toMatch(/macro|On a button|"verb"|undefined/)
  // Types are left to whatever reads the file next.
  expect(code).toContain('n: number;')
})

test('[languages.21] the same words with another context are another text', async () => {
  const { code } = await read(
    `export const all = [msg\`Post\`, msg({ message: 'Post', context: 'verb' }), msg\`Post\`]`,
  )
  const ids = [...code.matchAll(/id: "([^"]+)"/g)].map(([, id]) => id)
  expect([ids.length, new Set(ids).size, ids[0] === ids[2]]).toEqual([3, 2, true])
})

test('[languages.21] a name that a file declares anew is no macro, and the t of useLingui() may be handed on', async () => {
  const { code, texts } = await read(`
    const pick = (select) => select('a', { other: 'b' })
    const Page = () => {
      const { t, i18n } = useLingui()
      const say = (t) => t\`unsaid\`
      return <p lang={i18n.locale} title={say(t)}>{t({ message: 'Post', context: 'verb' })}{t(pick)}</p>
    }`)
  expect(texts).toEqual([['Post', 'verb']])
  expect(code).toContain('const { _: t, i18n } = _useLingui()')
  expect(code).toContain("select('a', { other: 'b' })")
  expect(code).toContain('t`unsaid`')
  expect(code).toMatch(/title=\{say\(t\)\}>\{t\(\{ id: "[^"]+", message: \["Post"\] \}\)\}\{t\(pick\)\}/)
})

test('[languages.21] macros in parts of a text are replaced too', async () => {
  const { code, texts } = await read(`
    const Page = ({ n }) => {
      const { t } = useLingui()
      return (
        <Trans context="rules">
          Read&nbsp;<a href="/rules" title={t\`Rules\`}>them</a>: {{ count: n ? t\`all\` : 0 }}
        </Trans>
      )
    }`)
  expect(texts).toEqual([
    ['Rules', undefined],
    ['all', undefined],
    ['Read\u00a0<0>them</0>: {count}', 'rules'],
  ])
  expect(code).toMatch(/components: \{ 0: <a href="\/rules" title=\{t\(\{ id: .*\}\)\} \/> \}/)
})

test('[languages.21] a file without macros is left as it is', async () => {
  expect(await withoutMacros('export const a: number = 1', 'a.ts')).toBeNull()
})
