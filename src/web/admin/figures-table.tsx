import type { ReactNode } from 'react'

export interface FiguresTableProps {
  readonly label: string
  /** Title of the first column. */
  readonly head: string
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly key: string
    readonly head: ReactNode
    readonly cells: readonly ReactNode[]
  }[]
}

/** A table that scrolls sideways on a phone, below its first column. */
export function FiguresTable({ label, head, columns, rows }: FiguresTableProps) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="w-full min-w-0 overflow-x-auto rounded-lg border border-line bg-ground-card"
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="border-line border-b text-ink-soft">
            <th
              scope="col"
              className="sticky start-0 bg-ground-card px-3 py-2.5 text-start font-semibold sm:px-4"
            >
              {head}
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="whitespace-nowrap px-3 py-2.5 text-end sm:px-4 font-semibold"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.key}>
              <th
                scope="row"
                className="wrap-break-word sticky start-0 min-w-32 max-w-48 bg-ground-card px-3 py-2.5 text-start font-semibold sm:max-w-none sm:px-4"
              >
                {row.head}
              </th>
              {row.cells.map((cell, at) => (
                <td key={columns[at]} className="whitespace-nowrap px-3 py-2.5 text-end sm:px-4 tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
