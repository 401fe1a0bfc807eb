import { appendFileSync } from 'node:fs'
import pg from 'pg'

/** Columns that a statement returned, with the ids of their types; scripts/row-types.mjs compares them with the code. */
interface ObservedRows {
  readonly text: string
  readonly columns: readonly (readonly [name: string, typeId: number])[]
}

const file = process.env.TEST_ROWS
const seen = new Set<string>()

function note(statement: unknown, result: unknown): void {
  const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text
  const { fields } = result as { fields?: readonly { name: string; dataTypeID: number }[] }
  if (file === undefined || text === undefined || fields === undefined || fields.length === 0) return
  if (seen.has(text)) return
  seen.add(text)
  const observed: ObservedRows = { text, columns: fields.map(({ name, dataTypeID }) => [name, dataTypeID]) }
  appendFileSync(file, `${JSON.stringify(observed)}\n`)
}

const marker = Symbol.for('rows are observed')
const client = pg.Client.prototype as unknown as Record<PropertyKey, unknown>
// The files of a worker share the driver.
if (file !== undefined && client[marker] === undefined) {
  const query = client.query as (...args: unknown[]) => unknown
  client[marker] = true
  client.query = function observedQuery(this: unknown, ...args: unknown[]) {
    const result = query.apply(this, args)
    if (result instanceof Promise)
      result.then(
        (rows) => note(args[0], rows),
        () => undefined,
      )
    return result
  }
}
