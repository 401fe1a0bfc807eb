import { markPaths, markSize } from '../../../../contract/content/mark.ts'
import { shownLogo } from './colours.ts'
import { pngSvg } from './logo.ts'

const paths = markPaths.map(({ fill, d }) => `<path fill="${fill}" d="${d}"/>`).join('')

/** The logo as SVG; `attributes` position it inside another SVG or a page. */
export function markSvg(attributes = '', size: 'small' | 'large' = 'small'): string {
  const logo = shownLogo()
  if (logo !== undefined) return pngSvg(size === 'large' ? logo.png : logo.small, attributes)
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes} viewBox="0 0 ${markSize} ${markSize}" shape-rendering="crispEdges">${paths}</svg>`
}
