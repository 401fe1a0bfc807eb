import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { markdownProblem } from '../../../contract/news/markdown-problem.ts'
import { renderMarkdown } from '../content/render-markdown.ts'

const script = 'javascript:alert(1)'

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>@import "https://evil.example"</style>',
  '<!-- --><base href="https://evil.example">',
  '<?php alert(1) ?>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<form action="https://evil.example"><input name=password></form>',
  '<a href="https://evil.example" onclick="alert(1)">a</a>',
  '</div></article><script>alert(1)</script>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  `[a](${script})`,
  `[a](JaVaScRiPt:alert(1))`,
  '[a](java\tscript:alert(1))',
  '[a](&#x6A;avascript:alert(1))',
  '[a](javascript&colon;alert(1))',
  '[a](<javascript:alert(1)>)',
  '[a](\\javascript:alert(1))',
  '[a](%6Aavascript:alert(1))',
  '[a](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[a](vbscript:msgbox)',
  '[a](blob:https://foxes.example/1)',
  '[a](file:///etc/passwd)',
  `<${script}>`,
  '<data:text/html,a>',
  `[a][b]\n\n[b]: ${script}`,
  '[a](https://ok.example "\\" onmouseover=alert(1) x=\\"")',
  '[a](https://ok.example"onmouseover="alert(1))',
  '[a](https://ok.example \'" autofocus onfocus=alert(1) "\')',
  '![a](https://evil.example/pixel.png)',
  `![a](${script})`,
  '![a](https://evil.example/p.png "t\\" onload=alert(1)")',
  '[![a](https://evil.example/p.png)](https://ok.example)',
  '`<script>alert(1)</script>`',
  '```<script>\n<img src=x onerror=alert(1)>\n```',
  '```"><script>alert(1)</script>\na\n```',
  '```a&#32;fixed&#32;inset-0&#32;z-60\na\n```',
  '    <script>alert(1)</script>',
  '> <script>alert(1)</script>',
  '- <img src=x onerror=alert(1)>',
  '# <img src=x onerror=alert(1)>',
  '<script>\n===',
  '**<b onclick=alert(1)>**',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)',
  '\\<script\\>alert(1)',
  'a\u0000<script>alert(1)</script>',
  `[a]\n\n[a]: ${script}`,
  `[a][]\n\n[a]: <${script}> "t"`,
  `[a][b]\n\n[b]: https://ok.example '"><img src=x onerror=alert(1)>'`,
  '[a]: data:text/html,<script>alert(1)</script>',
  `![a][b]\n\n[b]: data:image/svg+xml,<svg/onload=alert(1)>`,
  '![a](data:image/svg+xml;base64,PHN2Zy9vbmxvYWQ9YWxlcnQoMSk+)',
  `a[^1]\n\n[^1]: <img src=x onerror=alert(1)> [b](${script})`,
  `| a |\n|---|\n| <img src=x onerror=alert(1)> [b](${script}) |`,
  `${script} javascript://ok.example/%0aalert(1) www.evil.example"onmouseover=alert(1)`,
  '<https://ok.example/"onmouseover=alert(1)>',
  "<https://ok.example/'onmouseover='alert(1)>",
  '<me@ok.example?subject=%22onmouseover=alert(1)>',
  '[a](/rules "&quot; onmouseover=alert(1) x=&quot;")',
  '[a](/rules (&#39;&#34;><img src=x onerror=alert(1)>))',
  '[&lt;img src=x onerror=alert(1)&gt;](/rules)',
  '[a](java&Tab;script&#58;alert(1))',
  '[a](&#1;javascript:alert(1))',
  '[a](//evil.example/&quot;onmouseover=alert&lpar;1&rpar;)',
  '~~<b onclick=alert(1)>~~ ==<b>== ^<b>^',
  '- [x] <input onfocus=alert(1) autofocus>',
  '$$<img src=x onerror=alert(1)>$$ :smile:<b>:',
  '<details open ontoggle=alert(1)>\n\na\n\n</details>',
]

const allowed = new Set('a blockquote br code em h2 h3 h4 h5 h6 hr li ol p pre strong ul'.split(' '))
const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  ol: ['start'],
}

/** Everything in the parsed HTML that an item may not have. */
function foundIn(html: string): string[] {
  const { document } = new JSDOM(`<body>${html}`).window
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    const own = [...element.attributes].filter(({ name }) => !attributes[element.localName]?.includes(name))
    const href = element.getAttribute('href') ?? ''
    const isSafe = href === '' || /^(https?:|mailto:|[/#?]|[^:]*$)/i.test(href)
    return [
      ...(allowed.has(element.localName) ? [] : [element.localName]),
      ...own.map(({ name }) => `${element.localName}.${name}`),
      ...(isSafe ? [] : [href]),
    ]
  })
}

describe('[voice.45] raw HTML is text, links lead to web and mail addresses only, and no foreign picture is asked for', () => {
  test('the search finds what it looks for', () => {
    expect(foundIn('<img src=x onerror=alert(1)><a href="javascript:alert(1)" onclick=x>a</a>')).toEqual([
      'img',
      'img.src',
      'img.onerror',
      'a.onclick',
      script,
    ])
  })

  test.each(payloads)('%j', (payload) => {
    for (const text of [
      payload,
      `# ${payload}`,
      `> - ${payload}`,
      `*${payload}*`,
      `[${payload}](/rules)`,
      `${payload}\n${payload}`,
    ])
      expect(foundIn(renderMarkdown(text)), renderMarkdown(text)).toEqual([])
  })

  test('what staff write is there: headings below the title, emphasis, lists, quotes, code and links', () => {
    const text =
      '# Big\n\n*a* **b** `c`\n\n- one\n\n> said\n\n[rules](/rules "The rules") <https://ok.example>'
    const { document } = new JSDOM(renderMarkdown(text)).window
    expect([...document.querySelectorAll('body *')].map(({ localName }) => localName)).toEqual(
      'h2 p em strong code ul li blockquote p p a a'.split(' '),
    )
    expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      '/rules',
      'https://ok.example',
    ])
  })
})

const slow = [
  ['deep quotes', '> '.repeat(600)],
  ['deep lists', '- '.repeat(600)],
  ['blank lines in a deep list', `${'- '.repeat(12)}a${'\n'.repeat(900)}`],
  ['many list items', '1. a\n'.repeat(601)],
  ['many lines', 'a\n'.repeat(1_001)],
  ['underlined headings', 'a\n=\n'.repeat(5_000)],
  ['a list whose depth grows', Array.from({ length: 30 }, (_, at) => `${' '.repeat(2 * at)}- a`).join('\n')],
  ['definitions', '[a]: /b\n'.repeat(900)],
  ['many marks', `${'*a '.repeat(900)}\n\n`.repeat(4)],
  ['many marks in a paragraph', '[a]('.repeat(400)],
] as const

test.each(slow)('[voice.46] [powers.85] %s would take long: a sentence says so', (_what, text) => {
  expect(markdownProblem(text)).toMatch(/^(At most|Lists and quotes)/)
})

test.each([
  ['a deep list with blank lines', `${'- '.repeat(8)}a${'\n'.repeat(900)}`],
  ['a deep list with lines', `${'- '.repeat(8)}a\n${`${' '.repeat(16)}b\n`.repeat(900)}`],
  [
    'a list whose depth grows',
    Array.from({ length: 7 }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n'),
  ],
  ['emphasis', `${'*a_ '.repeat(200)}\n\n`.repeat(5)],
  ['underlines', 'a\n=\n'.repeat(400)],
  ['definitions', Array.from({ length: 400 }, (_, at) => `[a${at}]: /b`).join('\n\n')],
  ['brackets', `${'['.repeat(390)}\n\n`.repeat(5)],
  ['links', `${'[a](b) '.repeat(200)}\n\n`.repeat(5)],
  ['code', `${'`a` '.repeat(200)}\n\n`.repeat(5)],
  ['raw HTML', `${'<a b="c"> <!-- '.repeat(190)}\n\n`.repeat(5)],
  ['entities', `${'&amp;'.repeat(400)}\n\n`.repeat(5)],
  ['plain text', 'lorem ipsum '.repeat(1_600)],
])('[voice.46] [powers.85] %s within the limits is rendered in a fraction of a second', (_what, text) => {
  expect(markdownProblem(text)).toBeUndefined()
  // Processor time, which other programs do not take; a slow one needs several times the 0.1 s of a usual one.
  const before = process.cpuUsage()
  renderMarkdown(text)
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000)
})
