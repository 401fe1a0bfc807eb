import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const lean = fileURLToPath(new URL('../../src/web/ui/lean-icon.ts', import.meta.url))

/**
 * Icons of lucide in a production build are drawn by `lean-icon.ts`. Lucide's own way merges colours, sizes and classes
 * anew for each icon on a page, which was 4 % of a page of the feed.
 */
export const leanIcons = (): Plugin => ({
  name: 'lean-icons',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source, importer) =>
    source === '../createLucideIcon.mjs' && importer?.includes('lucide-react') ? lean : null,
})
