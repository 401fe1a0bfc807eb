import { createLucideIcon, type IconNode } from 'lucide-react'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import createLeanIcon, { type IconData } from './lean-icon.ts'

const ellipsis = {
  name: 'ellipsis',
  size: 24,
  node: [
    ['circle', { cx: '12', cy: '12', r: '1', key: 'middle' }],
    ['path', { d: 'M5 12h.01', key: 'left' }],
  ],
  aliases: ['more-horizontal'],
} satisfies IconData & { size: number }

const Own = createLeanIcon(ellipsis)
const Lucides = createLucideIcon(ellipsis.name, ellipsis.node as unknown as IconNode, ellipsis.aliases)

test.each<ComponentProps<'svg'>>([
  {},
  { className: 'size-4 text-ink' },
  { className: 'size-5', 'aria-hidden': true },
  { 'aria-label': 'More' },
  { role: 'img', id: 'more' },
])('is drawn as lucide draws it: %o', (props) => {
  expect(renderToStaticMarkup(<Own {...props} />)).toBe(
    renderToStaticMarkup(<Lucides {...(props as ComponentProps<typeof Lucides>)} />),
  )
})
