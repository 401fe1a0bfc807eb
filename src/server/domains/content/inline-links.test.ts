import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { rootDir } from '../../store.ts'
import { readContent } from './content.ts'

test.each([
  ['rules.yaml', 'sections.1.rules.1.text', 'rules: [{ name: A, text: "[x](javascript:alert(1))" }]'],
  [
    'faq.yaml',
    'sections.1.questions.1.answer',
    'questions: [{ question: A, answer: "[x](//evil.example)" }]',
  ],
])('[frame.35] A link out of %s that leaves the site is a problem with its line', async (name, key, part) => {
  const directory = await mkdtemp(join(tmpdir(), 'content-'))
  await cp(join(rootDir, 'content'), directory, { recursive: true })
  const tail = name === 'rules.yaml' ? '\npenalties: { steps: [A], notes: [A] }' : ''
  await writeFile(join(directory, name), `intro: A\nsections:\n  - title: A\n    ${part}${tail}\n`)
  const reading = readContent(readConfig({ CONTENT_DIR: directory }, rootDir))
  await expect(reading).rejects.toThrow(
    `${name}:4: ${key} has an external link: links must be a path of this site`,
  )
  await rm(directory, { recursive: true })
})
