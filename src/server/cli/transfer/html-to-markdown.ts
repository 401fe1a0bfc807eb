import { isUserLink } from '../../../contract/text.ts'

/** A text in the format of news and pages, and what of the HTML it has not. */
interface Converted {
  readonly markdown: string
  /** By what it is, how often. */
  readonly lost: ReadonlyMap<string, number>
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
}

const named = new Map(Object.entries(namedEntities))

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}));/g, (whole, ten, hex, name) => {
    if (name !== undefined) return named.get(name) ?? whole
    const code = ten === undefined ? Number.parseInt(hex, 16) : Number(ten)
    const isLetter = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isLetter ? String.fromCodePoint(code) : ''
  })
}

/** What would be read as Markdown. */
const escapeText = (text: string) => text.replace(/[\\`*_[\]<]/g, '\\$&')

/** A line that begins as a heading, list or rule of Markdown does, so that it is text. */
const escapeLineStart = (line: string) =>
  line
    .replace(/^(#{1,6}(?= |$)|[+-](?= |$)|>|-{3,}$|=+$|~{3,})/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?= )/, '$1\\$2')

/** Elements whose content nobody reads as text. */
const unread = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'object', 'svg', 'math'])

/** What the format has not, and how the report calls it. */
const lostElements = new Map([
  ['img', 'pictures'],
  ['picture', 'pictures'],
  ['iframe', 'embedded pages'],
  ['embed', 'embedded pages'],
  ['object', 'embedded pages'],
  ['video', 'videos'],
  ['audio', 'sounds'],
  ['table', 'tables (their cells are lines)'],
  ['script', 'scripts'],
  ['form', 'forms'],
  ['u', 'underlined text'],
  ['s', 'text that is struck through'],
  ['del', 'text that is struck through'],
  ['strike', 'text that is struck through'],
])

const blocks = new Set([
  ...[
    'p',
    'div',
    'section',
    'article',
    'header',
    'footer',
    'main',
    'center',
    'figure',
    'figcaption',
    'table',
  ],
  ...['tr', 'dl', 'dt', 'dd', 'form', 'details', 'summary', 'address', 'aside', 'tbody', 'thead'],
])

// An attribute without quotes holds no `<`: a tag that never ends is then read once, not once for each of its `<`.
const tokenPattern =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[!?][^>]*(?:>|$)|<(\/?)([A-Za-z][A-Za-z0-9:-]{0,30})((?:[^<>"']|"[^"]*"|'[^']*')*)>|[^<]+|</g

const attribute = (attributes: string, name: string) => {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  )
  return found === null ? undefined : decodeEntities(found[1] ?? found[2] ?? found[3] ?? '').trim()
}

/** Written around words. */
interface Mark {
  readonly kind: 'bold' | 'italic' | 'link' | 'code'
  readonly open: string
  readonly close: string
}

const bold: Mark = { kind: 'bold', open: '**', close: '**' }
const italic: Mark = { kind: 'italic', open: '*', close: '*' }
const code: Mark = { kind: 'code', open: '`', close: '`' }

const simpleMarks = new Map([
  ['b', bold],
  ['strong', bold],
  ['i', italic],
  ['em', italic],
  ['code', code],
  ['tt', code],
  ['kbd', code],
])

const maxDepth = 6

/**
 * Turns HTML into the Markdown of news and pages. The result is text whatever the HTML holds: what it does not know is left
 * out, and raw HTML is never passed on.
 */
export function htmlToMarkdown(html: string): Converted {
  const lost = new Map<string, number>()
  const lose = (what: string) => lost.set(what, (lost.get(what) ?? 0) + 1)
  const done: string[] = []
  const lists: { isOrdered: boolean; count: number }[] = []
  let quotes = 0
  let line = ''
  let heading = 0
  let item: string | undefined
  let unreadUntil: string | undefined
  /** What the HTML has open, how often, and of that what is written in this line. */
  const marks = new Map<Mark['kind'], { readonly mark: Mark; depth: number }>()
  const open: Mark[] = []
  /** Not written yet, so that it comes after the marks that end before it. */
  let space: '' | ' ' | '\n' = ''

  const closeTo = (count: number) => {
    while (open.length > count) line += open.pop()!.close
  }
  /** Marks are written when a word follows, so that none is around nothing or a space. */
  const writeMarks = () => {
    // Code is inside all others: it knows no marks.
    const wanted = [...marks.values()]
      .map((one) => one.mark)
      .sort((one, other) => Number(one === code) - Number(other === code))
    let shared = 0
    while (shared < open.length && open[shared] === wanted[shared]) shared += 1
    const isCodeBroken = space === '\n' && shared > 0 && open[shared - 1] === code
    closeTo(isCodeBroken ? shared - 1 : shared)
    line += space
    space = ''
    for (const one of wanted.slice(open.length)) {
      line += one.open
      open.push(one)
    }
  }
  const write = (text: string) => {
    const words = text.trim()
    if (text.startsWith(' ')) space ||= ' '
    if (words === '') return
    writeMarks()
    line += words
    if (text.endsWith(' ')) space = ' '
  }
  const writeCode = (text: string) => {
    const lines = text.replaceAll('`', "'").split('\n')
    for (const [at, one] of lines.entries()) {
      if (at > 0) space = '\n'
      const words = lines.length > 1 ? one.trim() : one
      if (words.trim() === '') continue
      writeMarks()
      line += words
    }
  }
  const begin = (mark: Mark) => {
    const begun = marks.get(mark.kind)
    if (begun === undefined) marks.set(mark.kind, { mark, depth: 1 })
    else begun.depth += 1
  }
  const end = (kind: Mark['kind']) => {
    const begun = marks.get(kind)
    if (begun === undefined) return
    begun.depth -= 1
    if (begun.depth === 0) marks.delete(kind)
  }

  const flush = () => {
    closeTo(0)
    space = ''
    const written = line
      .split('\n')
      .map((one) => one.trim())
      .filter((one) => one !== '')
    line = ''
    const prefix = '> '.repeat(Math.min(quotes, maxDepth))
    const indent = '   '.repeat(Math.max(0, Math.min(lists.length, maxDepth) - 1))
    if (written.length > 0) {
      const marker = item ?? ''
      const rest = `${prefix}${indent}${' '.repeat(marker === '' && lists.length > 0 ? 3 : marker.length)}`
      const lines = written.map(escapeLineStart)
      const head = heading > 0 ? `${'#'.repeat(heading)} ` : ''
      const text = heading > 0 ? [lines.join(' ')] : lines
      done.push(
        text
          .map((one, at) => `${at === 0 ? `${prefix}${indent}${marker}${head}` : rest}${one}`)
          // Two spaces at the end break a line.
          .join('  \n'),
      )
      item = undefined
    }
  }

  for (const [token, closing, rawName, attributes = ''] of html.matchAll(tokenPattern)) {
    if (rawName === undefined) {
      if (unreadUntil !== undefined || /^<[!?]/.test(token)) continue
      const text = decodeEntities(token)
      if (marks.has('code')) writeCode(text)
      else write(escapeText(text.replace(/\s+/g, ' ')))
      continue
    }
    const name = rawName.toLowerCase()
    const isEnd = closing === '/'
    if (unreadUntil !== undefined) {
      if (isEnd && name === unreadUntil) unreadUntil = undefined
      continue
    }
    if (!isEnd) {
      const what = lostElements.get(name)
      if (what !== undefined) lose(what)
      if (/\bstyle\s*=/i.test(attributes)) lose('colours and other styles')
    }
    if (unread.has(name)) {
      if (!isEnd && !attributes.endsWith('/')) unreadUntil = name
    } else if (name === 'br') space = '\n'
    else if (name === 'hr') {
      flush()
      done.push('***')
    } else if (/^h[1-6]$/.test(name)) {
      flush()
      heading = isEnd ? 0 : Number(name[1])
    } else if (name === 'ul' || name === 'ol') {
      flush()
      if (isEnd) lists.pop()
      else lists.push({ isOrdered: name === 'ol', count: 0 })
    } else if (name === 'li') {
      flush()
      const list = lists.at(-1)
      if (!isEnd && list !== undefined) {
        list.count += 1
        item = list.isOrdered ? `${list.count}. ` : '*  '
      }
    } else if (name === 'blockquote') {
      flush()
      quotes = Math.max(0, quotes + (isEnd ? -1 : 1))
    } else if (name === 'pre') flush()
    else if (simpleMarks.has(name)) {
      const mark = simpleMarks.get(name)!
      if (isEnd) end(mark.kind)
      else begin(mark)
    } else if (name === 'a') {
      // A link ends where another one begins.
      marks.delete('link')
      const href = isEnd ? '' : (attribute(attributes, 'href') ?? '')
      const isMail = /^mailto:[^\s()<>\\]+$/i.test(href)
      const isLink = isMail || (isUserLink(href) && !/[()<>\\\s]/.test(href))
      if (href !== '' && !isLink) lose('links without a whole address')
      if (isLink) begin({ kind: 'link', open: '[', close: `](${href.replaceAll('`', '%60')})` })
    } else if (name === 'td' || name === 'th') {
      if (isEnd) space ||= ' '
    } else if (blocks.has(name)) flush()
  }
  flush()
  return { markdown: done.join('\n\n').trim(), lost }
}

/** The text of Markdown alone, for a summary. Each pattern ends at what would begin it again, so that no text is slow. */
export const plainText = (markdown: string) =>
  markdown
    .replace(/^[ \t]*(?:>[ \t]*|#{1,6}[ \t]+|\*[ \t]+|\d+\.[ \t]+)+/gm, '')
    .replace(/(?<!\\)\[((?:\\[\s\S]|[^\\[\]])*)\]\([^()]*\)/g, '$1')
    .replace(/(?<!\\)[*`]/g, '')
    .replace(/\\([\\`*_[\]<#>+.)=~-])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
