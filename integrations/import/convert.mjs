// Writes what another program stores as a file for `npm run cli -- import` (README.md beside this file).
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ConvertError, openOutput, sourceOf } from './src/output.mjs'

const usage = `Usage:
  SOURCE_URL=mysql://user:password@host/database node convert.mjs nameless <file> [--source name]
  SOURCE_URL=mysql://user:password@host/database node convert.mjs azuriom <file> [--source name] [--trust-game-ids]
  node convert.mjs csv <file> --from table.csv --source name [--kind member|news|page|punishment|redirect]`

const kinds = ['member', 'news', 'page', 'punishment', 'redirect']

/** @param {string} program @param {import('./src/output.mjs').Output} output @param {Record<string, any>} values */
async function convert(program, output, values) {
  if (program === 'csv') {
    const { convertCsv } = await import('./src/csv.mjs')
    return convertCsv(values.from, output, { kind: values.kind })
  }
  const { openDatabase } = await import('./src/database.mjs')
  const database = await openDatabase(process.env.SOURCE_URL)
  try {
    if (program === 'nameless')
      return await (await import('./src/nameless.mjs')).convertNameless(database, output)
    const { convertAzuriom } = await import('./src/azuriom.mjs')
    return await convertAzuriom(database, output, { trustGameIds: values['trust-game-ids'] })
  } catch (error) {
    const { code } = /** @type {{ code?: string }} */ (error)
    if (code !== 'ER_NO_SUCH_TABLE' && code !== 'ER_BAD_FIELD_ERROR') throw error
    throw new ConvertError(
      `This is not the database of ${program} in a version that is known: ${/** @type {Error} */ (error).message}.`,
    )
  } finally {
    await database.close()
  }
}

async function main() {
  let parsed
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: {
        source: { type: 'string' },
        from: { type: 'string' },
        kind: { type: 'string', default: 'member' },
        'trust-game-ids': { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new ConvertError(`${/** @type {Error} */ (error).message}\n${usage}`)
  }
  const { positionals, values } = parsed
  const [program, file, ...rest] = positionals
  const isKnown = ['nameless', 'azuriom', 'csv'].includes(program) && kinds.includes(values.kind)
  const isWhole = program !== 'csv' || (values.from !== undefined && values.source !== undefined)
  if (!isKnown || !isWhole || file === undefined || rest.length > 0) throw new ConvertError(usage)
  const output = await openOutput(file, values.source ?? sourceOf(program, process.env.SOURCE_URL))
  try {
    const left = await convert(program, output, values)
    await output.close()
    const counts = Object.entries(output.counts).map(([kind, count]) => `${count} ${kind}`)
    console.log(`Written to ${file}: ${counts.join(', ') || 'nothing'}`)
    for (const what of left) console.log(`Stays behind: ${what}`)
    console.log('The file holds addresses and password hashes: delete it once it is imported.')
  } catch (error) {
    await rm(file)
    throw error
  }
}

try {
  await main()
} catch (error) {
  const { message } = /** @type {Error} */ (error)
  console.error(error instanceof ConvertError ? message : `The conversion failed: ${message}`)
  process.exitCode = 1
}
