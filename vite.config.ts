import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** The web side: browser assets and the server-rendering bundle, both under build/web. */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'src/web/public',
  // A site that runs while a newer one is built goes on serving its own files; scripts/lib/build.mjs clears old ones.
  build: { target: 'es2022', assetsInlineLimit: 0, emptyOutDir: false },
})
