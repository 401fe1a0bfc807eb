import { expect, test } from 'vitest'
import { bareTexts } from './lib/bare-texts.mjs'

const found = (code, file = 'a.tsx') => bareTexts(code, file).map(({ line, text }) => `${line} ${text}`)

test('[languages.35] A text that no translator would see is found: on a page, in what is read out, in a toast, in an error', () => {
  expect(
    found(`
      const Page = ({ n, isOpen }) => (
        <p title="Read this" aria-label={isOpen ? 'Open it' : \`Closed \${n}\`}>
          Sign in
          {isOpen && 'waiting'}
          {\`\${n} wins\`}
        </p>
      )
      const send = () => toast({ title: 'Message Sent', description: name })
      const say = (error) => errorMessage(error, 'Please try again.')
    `),
  ).toEqual([
    '3 Read this',
    '3 Open it',
    '3 Closed {}',
    '4 Sign in',
    '5 waiting',
    '6 {} wins',
    '9 Message Sent',
    '10 Please try again.',
  ])
  expect(found(`if (isTaken) throw conflict(isOwn ? 'You have it' : 'That name is taken')`, 'a.ts')).toEqual([
    '1 You have it',
    '1 That name is taken',
  ])
})

test('[languages.35] What is a text already, or none, is not', () => {
  expect(
    found(`
      const Page = () => (
        <p title={t\`Read this\`} className="grid gap-2" id="about" data-state="open" loading="lazy">
          <Trans>Sign <b>in</b> with {name}</Trans>
          <Plural value={n} one="# win" other="# wins" />
          <code>npm run cli</code> FFA · {'–'} {name} Discord
        </p>
      )
      toast({ title: msg\`Message Sent\`, variant: 'destructive' })
      const key = isOpen ? 'open' : 'closed'
    `),
  ).toEqual([])
})
