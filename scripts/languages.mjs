// `npm run languages` writes the texts of the sources into languages/*.po, for translators; with --check it only says
// what is missing, unused or does not fit. Lingui's own extractor would install 158 packages and an esbuild of its own,
// drops the translation of an English text that was corrected, and knows none of these checks. Its compiler makes
// modules of catalogues, but operators add languages without a build.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import PO from 'pofile'
import { createServer } from 'vite'
import { bareTexts } from './lib/bare-texts.mjs'
import { withoutMacros } from './lib/message-macros.mjs'
import { root } from './lib/root.mjs'

/** @typedef {{ message: string, context?: string, comments: Set<string>, files: Set<string> }} Text */

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\btesting\b/.test(file))
  .map((file) => join('src', file).replaceAll('\\', '/'))
  .sort()

/** What game servers and programs are refused with is English: they write it into their logs. */
const ofPrograms = /^src\/server\/domains\/(?:applications\/signature|cups\/cup-events)\.ts$/

/** @returns {Promise<Map<string, Text>>} by id */
const textsOfSources = async () => {
  const texts = new Map()
  for (const file of sources)
    await withoutMacros(readFileSync(join(root, file), 'utf8'), join(root, file), {
      found({ id, message, context, comment }) {
        const text = texts.get(id) ?? { message, context, comments: new Set(), files: new Set() }
        if (comment !== undefined) text.comments.add(comment)
        text.files.add(file)
        texts.set(id, text)
      },
    })
  return texts
}

/** @param {string} text */
const wordsOf = (text) => new Set(text.toLowerCase().match(/[\p{L}\d]+/gu))

/** How alike two texts are, from 0 to 1 (Dice). @param {string} one @param {string} other */
const likeness = (one, other) => {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  return (2 * [...a].filter((word) => b.has(word)).length) / (a.size + b.size || 1)
}

/** The translation of what this text was before somebody corrected it. @param {Text} text @param {any[]} gone */
const earlier = (text, gone) =>
  gone
    .filter(({ references, msgstr }) => msgstr[0] && references.some((file) => text.files.has(file)))
    .map((item) => ({ item, alike: likeness(item.msgid, text.message) }))
    .filter(({ alike }) => alike >= 0.6)
    .sort((a, b) => b.alike - a.alike)[0]?.item

/** @param {any} po @param {Map<string, Text>} texts */
const update = (po, texts) => {
  const byId = new Map(po.items.map((item) => [generateMessageId(item.msgid, item.msgctxt), item]))
  const gone = [...byId].filter(([id]) => !texts.has(id)).map(([, item]) => item)
  po.items = [...texts].map(([id, text]) => {
    const item = byId.get(id) ?? new PO.Item()
    if (!byId.has(id)) {
      const before = earlier(text, gone)
      item.msgstr = [before?.msgstr[0] ?? '']
      if (before !== undefined) item.flags.fuzzy = true
    }
    item.msgid = text.message
    item.msgctxt = text.context ?? null
    item.extractedComments = [...text.comments]
    item.references = [...text.files]
    item.obsolete = false
    return item
  })
}

const texts = await textsOfSources()
const files = readdirSync(join(root, 'languages')).filter((name) => name.endsWith('.po'))
/** @type {string[]} */
const complaints = []
for (const {
  message,
  files: [file],
} of texts.values())
  if (/\{\d/.test(message))
    complaints.push(`${file}: name the placeholders of “${message}”, as in {{ count: all.length }}`)

if (process.argv.includes('--check')) {
  for (const file of sources.filter((name) => !ofPrograms.test(name)))
    for (const { line, text } of bareTexts(readFileSync(join(root, file), 'utf8'), file))
      complaints.push(`${file}:${line}: “${text}” is in no macro, so that nobody can translate it`)
  const vite = await createServer({
    root,
    configFile: false,
    server: { middlewareMode: true, watch: null },
    appType: 'custom',
    logLevel: 'error',
  })
  const { problemOf } = await vite.ssrLoadModule('/src/server/platform/languages/catalogue.ts')
  for (const name of files) {
    const tag = name.slice(0, -3)
    const missing = new Set(texts.keys())
    const { items } = PO.parse(readFileSync(join(root, 'languages', name), 'utf8'))
    for (const { msgid, msgctxt, msgstr, obsolete } of items) {
      if (obsolete) continue
      const id = generateMessageId(msgid, msgctxt ?? undefined)
      if (!texts.has(id)) complaints.push(`languages/${name}: “${msgid}” is in no source: npm run languages`)
      if (!msgstr[0]) continue
      missing.delete(id)
      const problem = problemOf(tag, msgid, msgstr[0])
      if (problem !== undefined) complaints.push(`languages/${name}: “${msgid}”: ${problem}`)
    }
    for (const id of missing)
      complaints.push(`languages/${name}: “${texts.get(id)?.message}” is not translated`)
  }
  await vite.close()
} else
  for (const name of files) {
    const file = join(root, 'languages', name)
    const po = PO.parse(readFileSync(file, 'utf8'))
    update(po, texts)
    writeFileSync(file, po.toString())
  }

for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1
else console.log(`${texts.size} texts, ${files.length} languages`)
