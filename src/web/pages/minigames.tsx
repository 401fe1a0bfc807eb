import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LiveLink } from '../domains/matches/live/live-link.tsx'
import { HowToJoin } from '../domains/network/join/how-to-join.tsx'
import { Hotbar } from '../domains/network/practice/hotbar.tsx'
import { practiceQuery } from '../domains/network/practice/practice-query.ts'
import { PracticeSection } from '../domains/network/practice/practice-section.tsx'
import { useServerStatus } from '../domains/network/status/use-server-status.ts'
import { ModeToday } from '../domains/rankings/practice-today/mode-today.tsx'
import { practiceTodayQuery } from '../domains/rankings/practice-today/practice-today-query.ts'
import { usePracticeToday } from '../domains/rankings/practice-today/use-practice-today.ts'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageLoader, skipClientLoader } from '../platform/navigation/page-context.ts'
import { useWords } from '../platform/words.ts'
import { Skeleton } from '../ui/list/skeleton.tsx'
import { Words } from '../ui/words.tsx'

export const loader = pageLoader((call) => [
  practiceQuery(call, 'ffa'),
  practiceQuery(call, 'duels'),
  practiceTodayQuery(call),
])
export const clientLoader = skipClientLoader

export const meta = pageMeta('/minigames', msg`Minigames`, ({ words }) => words.minigames?.description)

export default function Minigames() {
  const words = useWords('minigames')
  const { status } = useServerStatus()
  const { data, error, isPending } = usePracticeToday()
  const today = (modeId: number) => {
    if (isPending) return <Skeleton className="h-5 w-3/5" />
    // Figures that may be wrong by now are not shown.
    const found = error === null ? data?.find(({ id }) => id === modeId) : undefined
    return found && <ModeToday today={found} />
  }
  return (
    <>
      <section className="border-line border-b bg-ground-band">
        <div className="mx-auto grid max-w-page items-end gap-x-12 gap-y-8 px-4 py-10 sm:px-5 lg:grid-cols-[1fr_auto] lg:py-14">
          <div className="grid justify-items-start gap-4">
            <h1 className="font-display text-6xl leading-none sm:text-7xl">
              <Trans>Minigames</Trans>
            </h1>
            <p className="max-w-prose text-ink-soft leading-relaxed">
              <Words text={words?.intro} />
            </p>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <HowToJoin version={status.version} />
              <LiveLink />
            </div>
          </div>
          <Hotbar className="w-full max-w-128 lg:w-128" />
        </div>
      </section>
      <div className="mx-auto grid w-full max-w-page gap-14 px-4 py-10 sm:px-5 lg:py-14">
        <PracticeSection category="ffa" tagline={words?.ffa} today={today} />
        <PracticeSection category="duels" tagline={words?.duels} today={today} />
      </div>
    </>
  )
}
