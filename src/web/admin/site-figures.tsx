import type { DeskOverview } from '../../contract/admin/desk-schemas.ts'
import { Card, CardTitle } from '../ui/card.tsx'
import { formatCount } from '../ui/format-count.ts'
import { RelativeTime } from '../ui/relative-time.tsx'

const figures = [
  ['members', 'Members'],
  ['membersOnline', 'Members on the site'],
  ['rankedPlayers', 'Ranked players'],
  ['matchesToday', 'Matches today (UTC)'],
] as const

interface SiteFiguresProps {
  readonly counts: DeskOverview['counts']
  /** What is wrong with the content files stands above the page; here stands that nothing is. */
  readonly contentIsFine: boolean
  readonly lastBackupAt: string | null
}

export function SiteFigures({ counts, contentIsFine, lastBackupAt }: SiteFiguresProps) {
  const rows = figures.map(([key, label]) => [label, formatCount(counts[key])] as const)
  return (
    <Card>
      <CardTitle>The network</CardTitle>
      <dl className="mt-3 divide-y divide-line text-sm">
        {rows.map(([label, figure]) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-2">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-bold tabular-nums">{figure}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 py-2">
          <dt className="text-ink-soft">Last backup</dt>
          <dd className="font-bold">
            {lastBackupAt === null ? 'Never' : <RelativeTime iso={lastBackupAt} />}
          </dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 pt-2">
          <dt className="text-ink-soft">Content files</dt>
          <dd className={contentIsFine ? 'font-bold text-good' : 'font-bold text-bad'}>
            {contentIsFine ? 'All valid' : 'Need work'}
          </dd>
        </div>
      </dl>
    </Card>
  )
}
