import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { settledDeviation } from '../../contract/rankings/ratings.ts'
import { pageMeta } from '../platform/navigation/meta.ts'

export const meta = pageMeta(
  '/ratings',
  msg`Ratings`,
  msg`How strong you are in one mode: where a rating comes from, what moves it, and an example.`,
)

/** docs/ranked.md in the words of players. */
export default function Ratings() {
  const { t } = useLingui()
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-8 px-4 py-8 sm:px-5 lg:py-12">
      <header className="grid gap-3">
        <h1 className="font-display text-5xl leading-none sm:text-6xl">
          <Trans>How ratings work</Trans>
        </h1>
        <p className="text-ink-soft leading-relaxed">
          <Trans>
            A rating says how strong you are in one mode. Only your results count: no kills, no points, no
            rank. Every mode has its own rating, and 1v1 and team matches have separate ones.
          </Trans>
        </p>
      </header>
      <Section title={t`What you see`}>
        <dl className="divide-y divide-line rounded-md border border-line bg-ground-card">
          <Sign sign="1512">
            <Trans>Your rating. Everybody starts at 1500, and higher is stronger.</Trans>
          </Sign>
          <Sign sign="± 60">
            <Trans>How sure the rating is. It falls as you play and grows while you do not.</Trans>
          </Sign>
          <Sign sign="?">
            <Trans>
              Provisional: the ± is above {settledDeviation}, and you are not on the board yet. About a dozen
              matches change that.
            </Trans>
          </Sign>
          <Sign sign={t`Tier`}>
            <Trans>A name for a range of ratings, the same for everybody. Tiers cannot be bought.</Trans>
          </Sign>
        </dl>
      </Section>
      <Section title={t`One match`}>
        <blockquote className="rounded-md border-ember border-s-2 bg-ground-raised px-4 py-3 font-bold text-ink">
          <Trans>1512 ± 60 met 1620 ± 45: expected 35 %, won, +13.</Trans>
        </blockquote>
        <p>
          <Trans>
            Your opponent is rated higher, so you are expected to win about one match in three. You won: that
            is a surprise, and your rating goes up by 13. Had you lost, it would have gone down by less,
            because nobody expected you to win. Your opponent loses about as much as you gain.
          </Trans>
        </p>
        <p>
          <Trans>
            A big ± makes your rating move fast: the site does not know you yet. In a team match a side counts
            with its average, and everybody on it gets their share.
          </Trans>
        </p>
      </Section>
      <Section title={t`Which matches count`}>
        <p>
          <Trans>
            Ranked matches of two equal sides, one to four players each. Against the same player in one mode,
            ten matches in 24 hours are rated. Free-for-all is never rated. The page of each match shows what
            it changed, or why it changed nothing.
          </Trans>
        </p>
      </Section>
      <Section title={t`Why a rating changes later`}>
        <p>
          <Trans>
            When a match is voided, arrives late or is excluded by staff, every rating after it is worked out
            again. Your match then says so, with your rating before. If yours changes by a point or more, you
            get a notification.
          </Trans>
        </p>
      </Section>
      <Section title={t`The board and seasons`}>
        <p>
          <Trans>
            A <Link to="/leaderboards">board</Link> lists everybody who is not provisional and played in the
            last 30 days. When a <Link to="/seasons">season</Link> starts, everybody moves a quarter of the
            way back to 1500, and the ± grows: 4 to 7 matches settle it again.
          </Trans>
        </p>
      </Section>
    </div>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3 text-ink-soft leading-relaxed [&_a]:text-ember-bright [&_a]:underline [&_a]:underline-offset-4">
    <h2 className="font-display text-3xl text-ink leading-none">{title}</h2>
    {children}
  </section>
)

const Sign = ({ sign, children }: { sign: string; children: ReactNode }) => (
  <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-3 px-4 py-3">
    <dt className="font-bold text-ink tabular-nums">{sign}</dt>
    <dd>{children}</dd>
  </div>
)
