import { markPaths, markSize } from '../../../../contract/content/mark.ts'

const paths = markPaths.map(({ fill, d }) => `<path fill="${fill}" d="${d}"/>`).join('')

/** The mark as SVG; `attributes` position it inside another SVG or a page. */
export const markSvg = (attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes} viewBox="0 0 ${markSize} ${markSize}" shape-rendering="crispEdges">${paths}</svg>`
