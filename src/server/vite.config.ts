import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { leanSource } from '../../scripts/lib/lean-source.ts'
import { machineCode } from '../../scripts/lib/machine-code.mjs'
import { messageMacros } from '../../scripts/lib/message-macros.mjs'

const entry = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The server side: the process and the command line, as plain ES modules under build/app. Packages are built in, since
 * a thousand small files cost a start more than everything else; those that bring machine code stay outside.
 */
export default defineConfig({
  plugins: [messageMacros()],
  publicDir: false,
  ssr: { noExternal: true, external: machineCode },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/app',
    // A site that runs while a newer one is built goes on loading its own files; scripts/lib/build.mjs clears old ones.
    emptyOutDir: false,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      // On a busy machine every plugin is slow; nobody who builds can change that.
      checks: { bundlerTimings: false },
      input: {
        main: entry('./main.ts'),
        cli: entry('./cli/cli.ts'),
        demo: entry('./demo/demo.ts'),
        'image-decoder': entry('./platform/media/image-decoder.mjs'),
      },
      // All beside each other: every module finds the release's root two levels up, as it does in src/server.
      output: { ...leanSource, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
