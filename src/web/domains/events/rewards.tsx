import { Gift } from 'lucide-react'

/** What there is to win. */
export function Rewards({ rewards }: { rewards: readonly string[] }) {
  if (rewards.length === 0) return null
  return (
    <ul aria-label="Rewards" className="flex flex-wrap gap-2">
      {rewards.map((reward, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a reward may be there twice, and the list never moves.
          key={at}
          className="inline-flex min-w-0 items-center gap-2 rounded-sm bg-rank-gold/10 px-2.5 py-1 font-semibold text-rank-gold text-sm"
        >
          <Gift aria-hidden className="size-4 shrink-0" />
          <bdi className="wrap-anywhere min-w-0">{reward}</bdi>
        </li>
      ))}
    </ul>
  )
}
