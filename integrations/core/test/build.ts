import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** Writes the SDK as plain JavaScript into a directory, as `npm run build` makes it. */
export async function buildCore(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'package.json'), '{"type":"module"}')
  const src = fileURLToPath(new URL('../src/', import.meta.url))
  for (const file of await readdir(src)) {
    const { outputText } = ts.transpileModule(await readFile(join(src, file), 'utf8'), {
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2023,
        rewriteRelativeImportExtensions: true,
      },
    })
    await writeFile(join(directory, file.replace(/ts$/, 'js')), outputText)
  }
}
