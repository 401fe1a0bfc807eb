import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { CupNode, CupRound } from '../../../contract/cups/cups-schemas.ts'
import { useSay } from '../../platform/translation.tsx'
import { classes } from '../../ui/classes.ts'
import { howWord, type NamedRound, type NameOf, nodeSentence, roundName, sideName } from './cup-words.ts'

interface BracketProps {
  readonly rounds: readonly CupRound[]
  readonly nameOf: NameOf
  /** The round that small screens show. */
  readonly chosen: string
  /** The viewer's entrant. */
  readonly own: number | null
}

/** The round that is shown first: the earliest with an open match, else the last. */
export const openRound = (rounds: readonly CupRound[]) =>
  (rounds.find(({ nodes }) => nodes.some(({ result }) => result === undefined)) ?? rounds.at(-1))?.id ?? ''

const isGrandFinal = ({ id }: CupRound) => id.startsWith('f')

/** The bracket as rounds of matches: columns with lines, on small screens one round at a time, by links. */
export function Bracket({ rounds, nameOf, chosen, own }: BracketProps) {
  const { t } = useLingui()
  const say = useSay()
  const losers = rounds.filter(({ id }) => id.startsWith('l'))
  const third = rounds.filter(({ id }) => id === 't')
  const main = rounds.filter((round) => !losers.includes(round) && !third.includes(round))
  const columns = (list: readonly CupRound[], className: string) => (
    <ol className={className}>
      {list.map((round, index) => (
        <Round
          key={round.id}
          round={round}
          named={roundName(rounds, round.id)}
          isChosen={round.id === chosen}
          next={list[index + 1]}
          nameOf={nameOf}
          own={own}
        />
      ))}
    </ol>
  )
  return (
    <>
      <nav aria-label={t`Rounds`} className="flex flex-wrap gap-1.5 lg:hidden">
        {[
          ...main.filter((round) => !isGrandFinal(round)),
          ...losers,
          ...main.filter(isGrandFinal),
          ...third,
        ].map(({ id }) => (
          <Link
            key={id}
            to={`?round=${id}`}
            preventScrollReset
            aria-current={id === chosen ? 'true' : undefined}
            className="inline-flex min-h-10 items-center rounded-md border border-line px-3 font-semibold text-ink-soft text-sm aria-[current]:border-ember aria-[current]:text-ink"
          >
            {say(roundName(rounds, id).name)}
          </Link>
        ))}
      </nav>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard. */}
      <section aria-label={t`Rounds, side by side`} tabIndex={0} className="overflow-x-auto pb-2">
        {columns(main, 'flex lg:gap-6')}
        {losers.length > 0 && columns(losers, 'flex lg:mt-10 lg:gap-6')}
        {third.length > 0 && columns(third, 'flex lg:mt-6')}
      </section>
    </>
  )
}

interface RoundProps {
  readonly round: CupRound
  readonly named: NamedRound
  readonly isChosen: boolean
  /** The column that follows. */
  readonly next: CupRound | undefined
  readonly nameOf: NameOf
  readonly own: number | null
}

// Lines to the next round: straight on, or down from the upper of a pair and up from the lower.
const straightLine =
  'lg:after:absolute lg:after:-end-6 lg:after:top-1/2 lg:after:w-6 lg:after:border-line-strong lg:after:border-t'
const pairLine =
  'lg:after:absolute lg:after:-end-3 lg:after:h-1/2 lg:after:w-3 lg:after:border-line-strong lg:after:border-e lg:odd:after:top-1/2 lg:odd:after:border-t lg:even:after:bottom-1/2 lg:even:after:border-b'

function Round({ round, named, isChosen, next, nameOf, own }: RoundProps) {
  const say = useSay()
  const line = next && (next.nodes.length === round.nodes.length ? straightLine : pairLine)
  return (
    <li
      className={classes(
        'min-w-0 flex-1 flex-col lg:flex lg:w-64 lg:flex-none',
        !isChosen && 'max-lg:hidden',
      )}
    >
      <h3 className="mb-2 font-display text-2xl leading-none">
        {say(named.name)}
        {round.bestOf > 1 && (
          <span className="ms-1 text-ink-faint text-lg">
            {' '}
            <Trans>best of {{ bestOf: round.bestOf }}</Trans>
          </span>
        )}
      </h3>
      <ol className="flex grow flex-col justify-around gap-2 lg:gap-0">
        {round.nodes.map((node) => (
          <li key={node.id} className={classes('relative flex grow flex-col justify-center lg:py-1', line)}>
            <Match node={node} round={named} nameOf={nameOf} own={own} />
          </li>
        ))}
      </ol>
    </li>
  )
}

const box = 'grid rounded-md border bg-ground-card text-sm'

function Match({
  node,
  round,
  nameOf,
  own,
}: {
  node: CupNode
  round: NamedRound
  nameOf: NameOf
  own: number | null
}) {
  const { t } = useLingui()
  const say = useSay()
  const sentence = nodeSentence(round, node, nameOf, say)
  const isOwn = own !== null && node.sides.includes(own)
  const className = classes(box, isOwn ? 'border-ember' : 'border-line')
  // A side says that there is a free pass.
  const how = node.result?.how === 'free_pass' ? '' : say(howWord(node))
  const note = node.questioned ? t`questioned` : node.disputed ? t`disputed` : how
  // Without an element around them: a bracket of 128 has 127 matches.
  const content = (
    <>
      <Side node={node} at={0} nameOf={nameOf} />
      <Side node={node} at={1} nameOf={nameOf} />
      {(note !== '' || node.call) && (
        <span aria-hidden className="border-line border-t px-2 py-0.5 text-ink-faint text-xs">
          {node.call ? t`Being played` : note}
        </span>
      )}
    </>
  )
  const matchId = node.matchIds.at(-1)
  if (matchId === undefined)
    return (
      <div className={className}>
        <span className="sr-only">{sentence}</span>
        {content}
      </div>
    )
  return (
    <Link
      to={`/match/${matchId}`}
      aria-label={sentence}
      className={classes(className, 'hover:border-ember-bright')}
    >
      {content}
    </Link>
  )
}

/** The winner has a mark and a heavier name, not a colour alone. */
function Side({ node, at, nameOf }: { node: CupNode; at: 0 | 1; nameOf: NameOf }) {
  const say = useSay()
  const side = node.sides[at]
  const isWinner = typeof side === 'number' && node.result?.winner === side
  return (
    <span
      aria-hidden
      className={classes(
        'flex min-h-8 min-w-0 items-center gap-2 px-2',
        at === 1 && 'border-line border-t',
        isWinner
          ? 'font-bold text-ink'
          : typeof side === 'number'
            ? 'text-ink-soft'
            : 'text-ink-faint italic',
      )}
    >
      <bdi className="wrap-anywhere min-w-0 grow">
        {isWinner && '▸ '}
        {say(sideName(side, nameOf))}
      </bdi>
      {typeof side === 'number' && node.matchIds.length > 0 && (
        <b className="tabular-nums">{node.wins[at]}</b>
      )}
    </span>
  )
}
