import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const floating =
  /floating-ui|react-(?:select|popper|dialog|alert-dialog|menu|dropdown-menu|remove-scroll|focus-scope)|aria-hidden|web\/ui\/(?:dialog|confirm|select|dropdown-menu)/

/** The web side: browser assets and the server-rendering bundle, both under build/web. */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'src/web/public',
  // A site that runs while a newer one is built goes on serving its own files; scripts/lib/build.mjs clears old ones.
  build: { target: 'es2022', assetsInlineLimit: 0, emptyOutDir: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What many pages share is one file: compressed together, dozens of small ones weigh less. What floats
            // over a page is left out, since most visits open nothing.
            codeSplitting: {
              groups: [{ name: 'shared', minShareCount: 12, test: (id) => !floating.test(id) }],
            },
          },
        },
      },
    },
  },
})
