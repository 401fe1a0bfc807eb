import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { leanEndpoints } from '../../scripts/lib/lean-endpoints.ts'
import { leanFonts } from '../../scripts/lib/lean-fonts.ts'
import { leanSource } from '../../scripts/lib/lean-source.ts'
import { messageMacros, pageTexts } from '../../scripts/lib/message-macros.mjs'
import { productionRouter } from '../../scripts/lib/production-router.ts'

/** What Home shows of other pages. */
const front =
  /web[\\/](?:domains[\\/](?:posts[\\/]community|network[\\/](?:discord|join|status)|content[\\/]shop|rankings[\\/]leaderboard)[\\/](?!discord-card|use-live-board|live-news|rating-figures|provisional-rows)|ui[\\/](?:fox-mark|external-link-button|join-button|copy-button))/

/** Small things of the header and of Home that fewer pages share: each in a file of its own weighs twice as much. */
const frame =
  /lucide-react[\\/].*icons[\\/](?:log-out|shield-half|user|search)\.m?js$|web[\\/]platform[\\/](?:\w+[\\/])?(?:json-ld|kept-part|page-texts|use-live-refetch)\.tsx?$|contract[\\/](?:content[\\/](?:legal|inline-text|navigation|page-path)|news[\\/]news)\.ts$|search-address\.ts$|(?:use-mode-name|match-words|players-endpoints|news-endpoints|news-queries|news-cover|structured-data|current-boards|presence-query|use-logout|error-page|not-found-meta|legal-titles|shipped-labels|use-fetched|site-mark|live-link|use-disclosure)\.tsx?$/

/** Not for every page, however many share it; the icons are those of the staff area. */
const onDemand =
  /@radix-ui[\\/]react-(?!slot|compose-refs|primitive)|[\\/]zod[\\/]|(?:-schemas|report-classes|contract[\\/](?:labels|moments)|admin-endpoints|staff-pages|staff-lists)\.ts$|hook-?form|platform[\\/](?:\w+[\\/])?use-(?:schema-form|record-form|form-draft)|floating-ui|react-(?:select|popper|dialog|alert-dialog|menu|dropdown-menu|remove-scroll|focus-scope)|aria-hidden|use-sidecar|use-callback-ref|react-style-singleton|tslib|react-focus-guards|react-use-size|practice[\\/](?:glyphs|pixel-glyph|mode-glyph)|ui[\\/]tier\.tsx|content[\\/]tiers\.ts|web\/(?:frame\/(?:admin-|confirm-password)|platform\/(?:\w+\/)?(?:staff-only|keyset-query|use-staff-feed)|ui\/(?:\w+\/)?(?:dialog|confirm|select|dropdown-menu|list-states|textarea|empty-state|reason-|draft-note))|lucide-react[\\/].*icons[\\/](?:ban|house|bug|calendar-days|file-user|gavel|mail|messages-square|newspaper|scale|scroll-text|settings|shield-(?:alert|exclamation-point)|swords|trophy|users|book-open|chart-column|webhook|key-round)\.m?js$/

/** What most pages share, but not Home: forms and cards. */
const parts =
  /contract[\\/]limits\.ts$|lucide-react[\\/].*icons[\\/](?:arrow-left|flag)\.m?js$|web[\\/](?:platform[\\/](?:\w+[\\/])?(?:address-choice|use-stored-draft|early-input|use-refetch-viewer)|ui[\\/](?:\w+[\\/])?(?:field-frame|text-field|submit-button|card|badge|loaded|few-blank-lines|use-restored-focus))\.tsx?$/

const everywhere = /[\\/](?:shared|rolldown-runtime|frame|front)-[^\\/]+$/
const inBackground = /[\\/]read-tonight-[^\\/]+$/

const fonts = await leanFonts('src/web/styles/fonts.css')

/** The web side: browser assets and the server-rendering bundle, both under build/web. */
export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), productionRouter(), leanEndpoints(), messageMacros(), pageTexts(), reactRouter()],
  resolve: { alias: fonts },
  publicDir: 'src/web/public',
  // A site that runs while a newer one is built goes on serving its own files; scripts/lib/build.mjs clears old ones.
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    emptyOutDir: false,
    // On a busy machine every plugin is slow; nobody who builds can change that.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    // Packages are built in: loading them one by one takes longer at a start than all the rest of the web side.
    ...(command === 'build' && {
      ssr: {
        resolve: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        build: { rolldownOptions: { output: leanSource } },
      },
    }),
    client: {
      build: {
        modulePreload: {
          // Each name in a list of what to load ahead is a few bytes of script. Every page has loaded some of them, and
          // nobody waits for what is read again in the background.
          resolveDependencies: (name, dependencies, { hostType }) =>
            hostType === 'html'
              ? dependencies
              : dependencies.filter((one) => !everywhere.test(one) && !inBackground.test(name)),
        },
        rolldownOptions: {
          output: {
            // What many pages share is one file: compressed together, dozens of small ones weigh less. What floats
            // over a page or checks a form is left out, since most visits open and send nothing; so is the staff area.
            codeSplitting: {
              groups: [
                { name: 'shared', minShareCount: 12, test: (id) => !onDemand.test(id) && !parts.test(id) },
                { name: 'parts', minShareCount: 3, test: parts },
                { name: 'frame', minShareCount: 2, test: frame },
                { name: 'front', minShareCount: 2, test: front },
                { name: 'radix', minShareCount: 6, test: /@radix-ui/ },
              ],
            },
          },
        },
      },
    },
  },
}))
