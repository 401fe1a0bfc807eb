import type { ReactNode } from 'react'
import type { PublicUser } from '../../../../contract/accounts/users-schemas.ts'
import { Card } from '../../../ui/card.tsx'
import { PlayerName } from '../../../ui/player-name.tsx'

export interface Pair {
  readonly one: PublicUser
  readonly other: PublicUser
}

interface PairTableProps {
  readonly title: string
  /** What a row is about. */
  readonly rowName: string
  readonly pair: Pair
  /** Rows of a name and a cell for each player. */
  readonly children: ReactNode
}

/** A table with a column for each of two players. */
export function PairTable({ title, rowName, pair: { one, other }, children }: PairTableProps) {
  return (
    <Card>
      <h2 className="font-display text-3xl leading-none">{title}</h2>
      <table className="mt-4 w-full tabular-nums max-sm:table-fixed">
        <thead>
          <tr className="text-ink-soft text-sm">
            <th scope="col" className="py-2 text-start font-medium">
              {rowName}
            </th>
            {[one, other].map(({ id, username }) => (
              <th key={id} scope="col" className="py-2 ps-3 text-end font-medium">
                <PlayerName name={username} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Card>
  )
}
