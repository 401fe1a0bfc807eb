const columns = 5
const cell = { width: 216, height: 158 }
const inner = { left: 34, top: 30, width: 168, height: 92 }
const head = 58
/** Twice what the smallest size costs: the bound of every read and write. */
const bound = 2

const colours = {
  text: '#1f2937',
  quiet: '#6b7280',
  grid: '#e5e7eb',
  median: '#1d4ed8',
  tail: '#9ca3af',
  over: '#b91c1c',
}

const escaped = (text) =>
  text.replace(/[<>&"]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[sign])

const text = (x, y, words, { size = 10, anchor = 'start', fill = colours.quiet, weight = 'normal' } = {}) =>
  `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" fill="${fill}" font-weight="${weight}">${escaped(words)}</text>`

const powerOf = (number) => ({ 3: '10³', 4: '10⁴', 5: '10⁵', 6: '10⁶' })[Math.log10(number)] ?? String(number)

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
  const rows = Math.ceil(figures.length / columns)
  const width = columns * cell.width + 16
  const height = head + rows * cell.height + 8
  const cells = figures.map((figure, index) => {
    const x = 8 + (index % columns) * cell.width
    const y = head + Math.floor(index / columns) * cell.height
    const axis = figure.kind === 'memory' ? ranges.memory : ranges.time
    return `<g transform="translate(${x} ${y})">${panel(figure, sizes, axis)}</g>`
  })
  const largest = sizes.at(-1)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">`,
    '<title>Latency and memory by number of players</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(
      16,
      24,
      `Latency and memory from ${sizes[0].players.toLocaleString('en')} to ${largest.players.toLocaleString('en')} players (${sizes[0].posts.toLocaleString('en')} to ${largest.posts.toLocaleString('en')} posts)`,
      { size: 15, fill: colours.text, weight: 'bold' },
    ),
    text(
      16,
      42,
      'Across: players. Up: milliseconds, or MB. Both axes logarithmic. Blue: median; grey: 99th percentile; dashed: twice the smallest size.',
      { size: 11 },
    ),
    ...cells,
    '</svg>',
    '',
  ].join('\n')
}

function panel({ kind, name, values, p99, ratio }, sizes, [least, most]) {
  const first = Math.log10(sizes[0].players)
  const span = Math.max(1, Math.log10(sizes.at(-1).players) - first)
  const xOf = (players) => fixed(inner.left + ((Math.log10(players) - first) / span) * inner.width)
  const yOf = (value) => fixed(inner.top + inner.height * (1 - (Math.log10(value) - least) / (most - least)))
  const path = (numbers) => numbers.map((value, n) => `${xOf(sizes[n].players)},${yOf(value)}`).join(' ')
  const isOver = kind !== 'memory' && ratio > bound
  const stroke = isOver ? colours.over : colours.median
  const [left, right] = [inner.left, inner.left + inner.width]
  const decades = Array.from({ length: most - least + 1 }, (_, n) => 10 ** (least + n))
  const limit = values[0] * bound
  return [
    text(8, 14, name, { size: 11, fill: colours.text, weight: 'bold' }),
    text(right, 26, `× ${ratio.toFixed(2)}`, { anchor: 'end', fill: isOver ? colours.over : colours.quiet }),
    ...decades.map(
      (value) =>
        `<path d="M${left} ${yOf(value)}H${right}" stroke="${colours.grid}"/>${text(left - 4, yOf(value) + 3, String(value), { size: 9, anchor: 'end' })}`,
    ),
    ...sizes.map(({ players }) =>
      text(xOf(players), inner.top + inner.height + 14, powerOf(players), { size: 9, anchor: 'middle' }),
    ),
    limit < 10 ** most
      ? `<path d="M${left} ${yOf(limit)}H${right}" stroke="${colours.quiet}" stroke-width=".8" stroke-dasharray="3 3"/>`
      : '',
    p99 ? `<polyline points="${path(p99)}" fill="none" stroke="${colours.tail}"/>` : '',
    `<polyline points="${path(values)}" fill="none" stroke="${stroke}" stroke-width="2"/>`,
    ...values.map(
      (value, n) => `<circle cx="${xOf(sizes[n].players)}" cy="${yOf(value)}" r="2.5" fill="${stroke}"/>`,
    ),
    text(xOf(sizes[0].players), yOf(values[0]) - 5, String(values[0]), { size: 9, fill: colours.text }),
    text(right, yOf(values.at(-1)) - 5, String(values.at(-1)), {
      size: 9,
      anchor: 'end',
      fill: colours.text,
    }),
  ].join('')
}
