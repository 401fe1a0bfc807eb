import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Switch } from 'radix-ui'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Text } from '../../../../contract/languages.ts'
import { boardLabel } from '../../../../contract/network/modes.ts'
import { inputLabels, inputs } from '../../../../contract/rankings/inputs.ts'
import { leaderboardPlaceholderTotal } from '../../../../contract/rankings/leaderboard.ts'
import type { GameType } from '../../../../contract/rankings/stats.ts'
import { useIsOffline } from '../../../platform/live/connection.ts'
import { useSite } from '../../../platform/site.tsx'
import { storedFlag } from '../../../platform/stored-flag.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { ModeGlyph } from '../../network/practice/mode-glyph.tsx'
import { RatingHelp } from '../rating-help.tsx'
import { type BoardChoice, boardAddress, firstChoice, hasInputs, hasRatings } from './board-choice.ts'
import { BoardFrame } from './board-frame.tsx'
import { BoardPanel } from './board-panel.tsx'
import { BoardTotal } from './board-total.tsx'
import { periodLabels } from './labels.ts'
import { MaintenanceNote } from './maintenance-note.tsx'
import { Pager } from './pager.tsx'
import { SeasonNote } from './season-note.tsx'
import { useBoardChoice } from './use-board-choice.ts'
import { useLiveBoard } from './use-live-board.ts'

/** Whether this visitor wants live updates: on, unless they switched them off in this browser. */
const liveUpdates = storedFlag('live-updates', true)

/** Live updates of a game type, and the switch for them. */
function useLiveSwitch(gameType: GameType, watched: Parameters<typeof useLiveBoard>[2]) {
  const on = liveUpdates.useFlag()
  const { refresh } = useLiveBoard(gameType, on, watched)

  function change(next: boolean) {
    liveUpdates.set(next)
    // No message came for matches that ended while it was off.
    if (next) void refresh()
  }

  return { on, change }
}

interface LeaderboardProps {
  /** Whom the viewer follows; another feature, so the page brings it. */
  readonly followed?: ReadonlySet<number>
}

const nobody: ReadonlySet<number> = new Set()

/** The leaderboard widget: boards of three periods, with pages, search and live updates. */
export function Leaderboard({ followed = nobody }: LeaderboardProps) {
  const { leaderboardMaintenance } = useSite()
  return leaderboardMaintenance ? <MaintenancePanel /> : <Boards followed={followed} />
}

function Boards({ followed }: Required<LeaderboardProps>) {
  const viewer = useViewer()
  const { choice, choose } = useBoardChoice()
  const live = useLiveSwitch(choice.gameType, { viewerId: viewer?.id, followed })
  return (
    <div className="grid gap-2 sm:gap-6">
      <BoardControls choice={choice} />
      <BoardPanel
        choice={choice}
        onChoose={choose}
        viewerId={viewer?.id}
        live={live.on}
        liveSwitch={<LiveSwitch on={live.on} onChange={live.change} />}
      />
    </div>
  )
}

/** Instead of the boards: the message, and a pager that leads nowhere (docs/spec/rulings.md, Leaderboard). */
function MaintenancePanel() {
  return (
    <div className="grid gap-3">
      <BoardTotal search="" players={undefined} matches={undefined} />
      <BoardFrame
        pager={<Pager choice={firstChoice} total={leaderboardPlaceholderTotal} disabled onPage={() => {}} />}
      >
        <MaintenanceNote />
      </BoardFrame>
    </div>
  )
}

const orderLabels = [
  ['points', msg`Points`],
  ['rating', msg`Rating`],
] as const

const ladderLabels = [
  ['solo', msg`Solo`],
  ['team', msg`Teams`],
] as const

const inputChoices = [
  [null, msg`All inputs`],
  ...inputs.map((input) => [input, inputLabels[input]] as const),
] as const

/** Which board, of what time. */
function BoardControls({ choice }: { choice: BoardChoice }) {
  // As the address was when the page was opened: it does not close around a link that has just been used.
  const [isInputOpen] = useState(choice.input !== null)
  const { t } = useLingui()
  const { boards, modes } = useSite()
  const gameTypes = ['overall', ...modes].map((key) => [key, boardLabel(boards, { gameType: key })] as const)
  return (
    <div className="grid gap-2 sm:gap-4">
      <ChoiceLinks label={t`Game type`} name="gameType" labels={gameTypes} choice={choice} />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {hasRatings(choice.gameType) && (
          <ChoiceLinks label={t`Ordered by`} name="by" labels={orderLabels} choice={choice} />
        )}
        {choice.by === 'rating' && (
          <ChoiceLinks label={t`Ladder`} name="ladder" labels={ladderLabels} choice={choice} />
        )}
        {choice.by === 'points' && (
          <ChoiceLinks
            label={t`Period`}
            name="period"
            labels={Object.entries(periodLabels)}
            choice={choice}
          />
        )}
      </div>
      <div className="flex flex-wrap items-start gap-x-6 empty:hidden">
        {choice.by === 'rating' && <SeasonNote choice={choice} />}
        {hasInputs(choice) && (
          <details open={isInputOpen || undefined} className="text-sm open:w-full">
            <summary className="inline-flex min-h-8 cursor-pointer items-center font-semibold text-ink underline underline-offset-4">
              <Trans>Main input</Trans>
            </summary>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <ChoiceLinks label={t`Main input`} name="input" labels={inputChoices} choice={choice} />
              <p className="text-ink-faint text-xs">
                <Trans>Used in 80 % of the last 30 matches, as the game reports it.</Trans>
              </p>
            </div>
          </details>
        )}
        {choice.by === 'rating' && <RatingHelp className="max-sm:hidden" />}
      </div>
    </div>
  )
}

interface LiveSwitchProps {
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

function LiveSwitch({ on, onChange }: LiveSwitchProps) {
  const id = useId()
  const isOffline = useIsOffline()
  return (
    <div className="inline-flex min-h-11 items-center gap-3 noscript:hidden">
      <Switch.Root
        id={id}
        checked={on && !isOffline}
        disabled={isOffline}
        onCheckedChange={onChange}
        className="inline-flex h-6 w-11 shrink-0 items-center rounded-md border border-line-strong bg-ground p-0.5 transition-colors disabled:cursor-not-allowed disabled:opacity-60 data-[state=checked]:border-ember data-[state=checked]:bg-ember/20"
      >
        <Switch.Thumb className="pixel-corners size-4.5 bg-ink-faint transition-[translate,background-color] data-[state=checked]:translate-x-5 rtl:data-[state=checked]:-translate-x-5 data-[state=checked]:bg-ember" />
      </Switch.Root>
      <label htmlFor={id} className="cursor-pointer font-semibold text-sm">
        <Trans>Live updates</Trans>
      </label>
    </div>
  )
}

interface ChoiceLinksProps {
  readonly label: string
  readonly name: 'gameType' | 'by' | 'ladder' | 'period' | 'input'
  /** Value and label of each choice, in order. */
  readonly labels: readonly (readonly [value: string | null, label: Text])[]
  readonly choice: BoardChoice
}

/** One of a few, all in sight. Each is a board of its own, so each is a link to its first page. */
function ChoiceLinks({ label, name, labels, choice }: ChoiceLinksProps) {
  const { t } = useLingui()
  return (
    <nav aria-label={label} className="max-sm:w-full">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-1 rounded-md border border-line bg-ground-band p-0.5 sm:flex sm:flex-wrap sm:p-1">
        {labels.map(([value, text]) => (
          <li key={value} className="flex sm:flex-1">
            <Link
              to={boardAddress({ ...choice, [name]: value, page: 1 })}
              preventScrollReset
              aria-current={value === choice[name] ? 'page' : undefined}
              className="flex min-h-9 flex-1 items-center justify-center gap-x-2 rounded-sm px-1 text-center max-sm:flex-col font-semibold text-ink-soft text-sm outline-offset-0 transition-colors sm:whitespace-nowrap sm:px-3.5 hover:text-ink aria-[current=page]:bg-ground-raised aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_-2px_0_var(--color-ink)]"
            >
              {name === 'gameType' && value !== 'overall' && value !== null && (
                <ModeGlyph mode={value} className="size-4.5" />
              )}
              {typeof text === 'string' ? text : t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
