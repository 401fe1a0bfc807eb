const columns = 5
const cell = { width: 216, height: 158 }
const inner = { left: 34, top: 30, width: 168, height: 92 }
const head = 58
/** Twice what the smallest size costs: the bound of every read and write. */
const bound = 2

const style = `
text{font:9px system-ui,sans-serif;fill:#6b7280}
.title{font-size:15px;font-weight:bold;fill:#1f2937}
.name{font-size:11px;font-weight:bold;fill:#1f2937}
.value{fill:#1f2937}
.end{text-anchor:end}
.mid{text-anchor:middle}
path,polyline{fill:none;stroke:#e5e7eb}
.bound{stroke:#6b7280;stroke-width:.8;stroke-dasharray:3 3}
.tail{stroke:#9ca3af}
.median{stroke:#1d4ed8;stroke-width:2}
circle{fill:#1d4ed8}
.over .median{stroke:#b91c1c}
.over circle,.over .ratio{fill:#b91c1c}`

const escaped = (text) =>
  text.replace(/[<>&"]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[sign])

const text = (x, y, words, kind = '') =>
  `<text x="${x}" y="${y}"${kind && ` class="${kind}"`}>${escaped(words)}</text>`

const count = (number) => number.toLocaleString('en')

const powerOf = (number) => ({ 3: '10³', 4: '10⁴', 5: '10⁵', 6: '10⁶' })[Math.log10(number)] ?? count(number)

const fixed = (number) => Number(number.toFixed(1))

/**
 * A small plot for each figure, all with the same two logarithmic axes (memory has its own), so that a flat line is a
 * flat cost and the lines compare: the median, the 99th percentile, and dashed where twice the smallest size would be.
 * @param {{ players: number, posts: number }[]} sizes
 * @param {{ kind: string, name: string, values: number[], p99?: number[], ratio: number }[]} figures
 */
export function scalePlot(sizes, figures) {
  const times = figures
    .filter(({ kind }) => kind !== 'memory')
    .flatMap(({ values, p99 }) => [...values, ...p99])
  const memory = figures.filter(({ kind }) => kind === 'memory').flatMap(({ values }) => values)
  const range = (values) => [
    Math.floor(Math.log10(Math.min(...values))),
    Math.ceil(Math.log10(Math.max(...values))),
  ]
  const ranges = { time: range(times), memory: range(memory) }
  const width = columns * cell.width + 16
  const height = head + Math.ceil(figures.length / columns) * cell.height + 8
  const cells = figures.map((figure, index) => {
    const x = 8 + (index % columns) * cell.width
    const y = head + Math.floor(index / columns) * cell.height
    const isOver = figure.kind !== 'memory' && figure.ratio > bound
    const axis = figure.kind === 'memory' ? ranges.memory : ranges.time
    return `<g transform="translate(${x} ${y})"${isOver ? ' class="over"' : ''}>${panel(figure, sizes, axis)}</g>`
  })
  const [first, last] = [sizes[0], sizes.at(-1)]
  const title = `Latency and memory from ${count(first.players)} to ${count(last.players)} players (${count(first.posts)} to ${count(last.posts)} posts)`
  const key =
    'Across: players. Up: milliseconds, or MB. Both axes logarithmic. Blue: median; grey: 99th percentile; dashed: twice the smallest size; red: above it.'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}\n</style>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(16, 24, title, 'title'),
    text(16, 42, key),
    ...cells,
    '</svg>',
    '',
  ].join('\n')
}

function panel({ name, values, p99, ratio }, sizes, [min, max]) {
  const first = Math.log10(sizes[0].players)
  const span = Math.max(1, Math.log10(sizes.at(-1).players) - first)
  const xOf = (players) => fixed(inner.left + ((Math.log10(players) - first) / span) * inner.width)
  const yOf = (value) => fixed(inner.top + inner.height * (1 - (Math.log10(value) - min) / (max - min)))
  const line = (numbers) => numbers.map((value, n) => `${xOf(sizes[n].players)},${yOf(value)}`).join(' ')
  const [left, right] = [inner.left, inner.left + inner.width]
  const decades = Array.from({ length: max - min + 1 }, (_, n) => 10 ** (min + n))
  const limit = values[0] * bound
  return [
    text(8, 14, name, 'name'),
    text(right, 26, `× ${ratio.toFixed(2)}`, 'end ratio'),
    ...decades.map(
      (value) =>
        `<path d="M${left} ${yOf(value)}H${right}"/>${text(left - 4, yOf(value) + 3, String(value), 'end')}`,
    ),
    ...sizes.map(({ players }) => text(xOf(players), inner.top + inner.height + 14, powerOf(players), 'mid')),
    limit < 10 ** max ? `<path class="bound" d="M${left} ${yOf(limit)}H${right}"/>` : '',
    p99 ? `<polyline class="tail" points="${line(p99)}"/>` : '',
    `<polyline class="median" points="${line(values)}"/>`,
    ...values.map((value, n) => `<circle cx="${xOf(sizes[n].players)}" cy="${yOf(value)}" r="2.5"/>`),
    text(left + 2, yOf(values[0]) + 12, shown(values[0]), 'value'),
    text(right, yOf(values.at(-1)) + 12, shown(values.at(-1)), 'value end'),
  ].join('')
}

const shown = (value) => String(value < 10 ? fixed(value) : Math.round(value))
