import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CupNode, CupRound } from '../../../contract/cups/cups-schemas.ts'
import { anchorOf } from '../../../contract/links.ts'
import { useSay } from '../../platform/translation.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { howWord, type NamedRound, nodeSentence, roundName, sideName } from './cup-words.ts'
import type { EntrantOf } from './entrants.ts'

interface BracketProps {
  readonly rounds: readonly CupRound[]
  readonly entrantOf: EntrantOf
  readonly shown: ShownPart
  /** The viewer's entrant. */
  readonly own: number | null
  /** The match that the address names. */
  readonly linked: string | undefined
  /** It is the viewer's next one, which a card above the bracket shows. */
  readonly isAbove: boolean
}

/** What of a bracket is shown: on small screens one round, and of a large one a half. */
export interface ShownPart {
  readonly round: string
  /** 1 or 2; null where the whole bracket fits a desktop. */
  readonly half: 1 | 2 | null
}

/** The round that is shown first: the earliest with an open match, else the last. */
export const openRound = (rounds: readonly CupRound[]) =>
  rounds.find(({ nodes }) => nodes.some(({ result }) => result === undefined)) ?? rounds.at(-1)

/** A first round of so many matches is shown by half. */
const halvedFrom = 33

/** The last match of an entrant in a bracket. */
export const lastNodeOf = (rounds: readonly CupRound[], entrant: number | null) =>
  entrant === null
    ? undefined
    : rounds.flatMap(({ nodes }) => nodes).findLast(({ sides }) => sides.includes(entrant))

interface Wish {
  readonly round: string | null
  readonly half: string | null
  /** The match that is to be in view. */
  readonly node: string | undefined
}

/** What to show first: what the address says, else the match that is to be in view, else the round that is played. */
export function shownPart(rounds: readonly CupRound[], { round, half, node }: Wish): ShownPart {
  const withNode = rounds.find(({ nodes }) => nodes.some(({ id }) => id === node))
  const chosen = rounds.find(({ id }) => id === round) ?? withNode ?? openRound(rounds)
  if ((rounds[0]?.nodes.length ?? 0) < halvedFrom) return { round: chosen?.id ?? '', half: null }
  const at = withNode?.nodes.findIndex(({ id }) => id === node) ?? 0
  const isLower = withNode !== undefined && withNode.nodes.length > 1 && at >= withNode.nodes.length / 2
  return { round: chosen?.id ?? '', half: half === '1' ? 1 : half === '2' || isLower ? 2 : 1 }
}

const addressOf = ({ round, half }: ShownPart) => `?round=${round}${half === null ? '' : `&half=${half}`}`

const isGrandFinal = ({ id }: CupRound) => id.startsWith('f')

/** Of a round of the main bracket the matches that lead to one side of the final. */
const halfOf = (round: CupRound, half: 1 | 2 | null): CupRound => {
  const count = round.nodes.length
  if (half === null || count < 2) return round
  return { ...round, nodes: half === 1 ? round.nodes.slice(0, count / 2) : round.nodes.slice(count / 2) }
}

/** The id of the viewer's last match in the bracket. */
const ownMatchId = 'my-match'

/** The fragment of an address that leads to the viewer's last match in the bracket. */
export const ownMatchHash = `#${ownMatchId}`

const choiceClass =
  'inline-flex min-h-10 items-center rounded-md border border-line px-3 font-semibold text-ink-soft text-sm aria-[current]:border-ember aria-[current]:text-ink'

/** The bracket as rounds of matches: columns with lines, on small screens one round at a time, by links. */
export function Bracket({ rounds, entrantOf, shown, own, linked, isAbove }: BracketProps) {
  const { t } = useLingui()
  const say = useSay()
  const { half } = shown
  const losers = rounds.filter(({ id }) => id.startsWith('l'))
  const third = rounds.filter(({ id }) => id === 't')
  const main = rounds.filter((round) => !losers.includes(round) && !third.includes(round))
  const ownNode = lastNodeOf(rounds, own)
  const ownPart = shownPart(rounds, { round: null, half: null, node: ownNode?.id })
  const columns = (list: readonly CupRound[], className: string) => (
    <ol className={classes('flex lg:gap-5', className)}>
      {list.map((round, index) => (
        <Round
          key={round.id}
          round={round}
          named={roundName(rounds, round.id)}
          isChosen={round.id === shown.round}
          next={list[index + 1]}
          entrantOf={entrantOf}
          own={own}
          ownNode={ownNode?.id}
          linked={linked}
          isAbove={isAbove}
        />
      ))}
    </ol>
  )
  return (
    <>
      {(half !== null || ownNode !== undefined) && (
        <div className="flex flex-wrap items-center gap-1.5">
          {half !== null && (
            <nav aria-label={t`Halves of the bracket`} className="flex flex-wrap gap-1.5">
              {([1, 2] as const).map((one) => (
                <Link
                  key={one}
                  to={addressOf({ ...shown, half: one })}
                  preventScrollReset
                  aria-current={one === half ? 'true' : undefined}
                  className={choiceClass}
                >
                  {one === 1 ? t`Upper half` : t`Lower half`}
                </Link>
              ))}
            </nav>
          )}
          {ownNode !== undefined && (
            <Link
              to={addressOf(ownPart) + ownMatchHash}
              preventScrollReset
              className="ms-auto inline-flex min-h-10 items-center text-ink underline underline-offset-4"
            >
              <Trans>Jump to my match</Trans>
            </Link>
          )}
        </div>
      )}
      <nav aria-label={t`Rounds`} className="flex flex-wrap gap-1.5 lg:hidden">
        {[
          ...main.filter((round) => !isGrandFinal(round)),
          ...losers,
          ...main.filter(isGrandFinal),
          ...third,
        ].map(({ id }) => (
          <Link
            key={id}
            to={addressOf({ ...shown, round: id })}
            preventScrollReset
            aria-current={id === shown.round ? 'true' : undefined}
            className={choiceClass}
          >
            {say(roundName(rounds, id).name)}
          </Link>
        ))}
      </nav>
      <SideBySide current={openRound(rounds)?.id}>
        {columns(
          main.map((round) => halfOf(round, half)),
          '',
        )}
        {losers.length > 0 && columns(losers, 'lg:mt-10')}
        {third.length > 0 && columns(third, 'lg:mt-6')}
      </SideBySide>
    </>
  )
}

/** Scrolls sideways where columns do not fit: to the round that is played first, with a way to the end while that is cut off. */
function SideBySide({ current, children }: { current: string | undefined; children: ReactNode }) {
  const { t } = useLingui()
  const region = useRef<HTMLElement>(null)
  const [isCut, setIsCut] = useState(false)
  const look = useCallback(() => {
    const { scrollWidth, clientWidth, scrollLeft } = region.current!
    setIsCut(scrollWidth - clientWidth - scrollLeft > 24)
  }, [])
  useEffect(() => {
    const here = region.current!
    const column = here.querySelector<HTMLElement>(`[data-round="${current}"]`)
    if (column) here.scrollLeft = column.offsetLeft - here.offsetLeft
    look()
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [current, look])
  return (
    <div className="relative min-w-0">
      <section
        ref={region}
        onScroll={look}
        aria-label={t`Rounds, side by side`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
        tabIndex={0}
        className="overflow-x-auto pb-2"
      >
        {children}
      </section>
      {isCut && (
        <div className="pointer-events-none absolute inset-y-0 end-0 w-32 bg-linear-to-l from-ground max-lg:hidden">
          <Button
            look="quiet"
            size="sm"
            className="pointer-events-auto absolute end-0 top-0"
            onClick={() => region.current?.scrollTo({ left: region.current.scrollWidth, behavior: 'smooth' })}
          >
            <Trans>To the final</Trans>
            <ArrowRight aria-hidden className="size-4" />
          </Button>
        </div>
      )}
    </div>
  )
}

interface RoundProps {
  readonly round: CupRound
  readonly named: NamedRound
  readonly isChosen: boolean
  /** The column that follows. */
  readonly next: CupRound | undefined
  readonly entrantOf: EntrantOf
  readonly own: number | null
  readonly ownNode: string | undefined
  readonly linked: string | undefined
  readonly isAbove: boolean
}

// Lines to the next round: straight on, or down from the upper of a pair and up from the lower.
const straightLine =
  'lg:after:absolute lg:after:-end-5 lg:after:top-1/2 lg:after:w-5 lg:after:border-line-strong lg:after:border-t'
const pairLine =
  'lg:after:absolute lg:after:-end-2.5 lg:after:h-1/2 lg:after:w-2.5 lg:after:border-line-strong lg:after:border-e lg:odd:after:top-1/2 lg:odd:after:border-t lg:even:after:bottom-1/2 lg:even:after:border-b'

function Round({ round, named, isChosen, next, entrantOf, own, ownNode, linked, isAbove }: RoundProps) {
  const say = useSay()
  const line = next && (next.nodes.length === round.nodes.length ? straightLine : pairLine)
  return (
    <li
      data-round={round.id}
      className={classes(
        'min-w-0 flex-1 flex-col lg:flex lg:min-w-40 lg:max-w-80',
        !isChosen && 'max-lg:hidden',
      )}
    >
      <h3 className="mb-2 font-display text-2xl leading-none">
        {say(named.name)}
        {round.bestOf > 1 && (
          <span className="ms-1 whitespace-nowrap text-ink-faint text-lg">
            {' '}
            <Trans>best of {{ bestOf: round.bestOf }}</Trans>
          </span>
        )}
      </h3>
      <ol className="flex grow flex-col justify-around gap-2 lg:gap-0">
        {round.nodes.map((node) => (
          <li
            key={node.id}
            id={node.id === ownNode ? ownMatchId : undefined}
            tabIndex={node.id === ownNode ? -1 : undefined}
            className={classes('relative flex scroll-mt-40 grow flex-col justify-center lg:py-1', line)}
          >
            {node.id === linked ? (
              <div
                id={isAbove ? undefined : anchorOf('match', linked)}
                tabIndex={-1}
                aria-current="true"
                className="scroll-mt-20 rounded-md ring-2 ring-ember"
              >
                <Match node={node} round={named} entrantOf={entrantOf} own={own} />
              </div>
            ) : (
              <Match node={node} round={named} entrantOf={entrantOf} own={own} />
            )}
          </li>
        ))}
      </ol>
    </li>
  )
}

const box = 'grid rounded-md border bg-ground-card text-sm lg:text-xs'

function Match({
  node,
  round,
  entrantOf,
  own,
}: {
  node: CupNode
  round: NamedRound
  entrantOf: EntrantOf
  own: number | null
}) {
  const { t } = useLingui()
  const say = useSay()
  const sentence = nodeSentence(round, node, (entrant) => entrantOf(entrant).name, say)
  const isOwn = own !== null && node.sides.includes(own)
  const className = classes(box, isOwn ? 'border-ember' : 'border-line')
  // A side says that there is a free pass.
  const how = node.result?.how === 'free_pass' ? '' : say(howWord(node))
  const note = node.questioned ? t`questioned` : node.disputed ? t`disputed` : how
  // Without an element around them: a bracket of 128 has 127 matches.
  const content = (
    <>
      <Side node={node} at={0} entrantOf={entrantOf} own={own} />
      <Side node={node} at={1} entrantOf={entrantOf} own={own} />
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

interface SideProps {
  readonly node: CupNode
  readonly at: 0 | 1
  readonly entrantOf: EntrantOf
  readonly own: number | null
}

/** The winner has a mark and a heavier name, not a colour alone. */
function Side({ node, at, entrantOf, own }: SideProps) {
  const say = useSay()
  const side = node.sides[at]
  const entrant = typeof side === 'number' ? entrantOf(side) : undefined
  const isWinner = entrant !== undefined && node.result?.winner === side
  const name = say(sideName(side, () => entrant?.name ?? ''))
  return (
    <span
      aria-hidden
      className={classes(
        'flex min-h-8 min-w-0 items-center gap-1.5 px-1.5 lg:min-h-7',
        at === 1 && 'border-line border-t',
        side === own && 'bg-ember/10',
        isWinner ? 'font-bold text-ink' : entrant ? 'text-ink-soft' : 'text-ink-faint italic',
      )}
    >
      {entrant && (
        <>
          <span className="w-4.5 shrink-0 text-end font-normal text-ink-faint text-xs tabular-nums">
            {entrant.seed}
          </span>
          <Avatar username={entrant.name} avatarUrl={entrant.avatarUrl} className="size-5! text-xs!" />
        </>
      )}
      <bdi title={entrant?.name} className="min-w-0 grow truncate">
        {isWinner && '▸ '}
        {name}
      </bdi>
      {entrant && node.matchIds.length > 0 && <b className="tabular-nums">{node.wins[at]}</b>}
    </span>
  )
}
