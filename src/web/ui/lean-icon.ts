import { createElement, type SVGProps } from 'react'

/** An icon as lucide's modules describe it: its shapes as tags with attributes, React's key among them. */
export interface IconData {
  readonly name: string
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
  readonly aliases?: readonly string[]
}

const attributesOfAll = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const says = (attribute: string) => /^(?:aria-|role$|title$)/.test(attribute)

/**
 * Takes the place of lucide's own function of this name in a build (scripts/lib/lean-icons.ts) and draws the same: what
 * never changes of an icon is made once, not each time one stands on a page. It knows no `size` and the like, which
 * nothing here uses.
 */
// biome-ignore lint/style/noDefaultExport: lucide's modules import it by that.
export default function createLucideIcon({ name, node, aliases = [] }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  const own = ['lucide', ...[name, ...aliases].map((known) => `lucide-${known}`)].join(' ')
  return ({ className, ...attributes }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        ...attributesOfAll,
        className: className ? `${own} ${className}` : own,
        // Decoration, unless it is said what it means.
        'aria-hidden': Object.keys(attributes).some(says) ? undefined : true,
        ...attributes,
      },
      shapes,
    )
}
