import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ListOrdered } from 'lucide-react'
import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { cupEndpoints } from '../../../../contract/cups/cups-endpoints.ts'
import type { CupToWatch, SeedsNow } from '../../../../contract/cups/cups-schemas.ts'
import type { Text } from '../../../../contract/languages.ts'
import { api } from '../../../platform/api.ts'
import { currentOf } from '../../../platform/api-error.ts'
import { isComposing } from '../../../platform/composition.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useLocale, useSay } from '../../../platform/translation.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { controlClass } from '../../../ui/form/field.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { MoveButton } from '../../../ui/list/move-button.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { StaleNote } from '../../../ui/list/stale-note.tsx'
import { PlayerName } from '../../../ui/player-name.tsx'
import { seedsQuery } from '../cup-queries.ts'

/** How often the open dialog refetches the seeds: players check in, and the cup may begin. */
const everyMs = 15_000

/** How many names a note lists. */
const noted = 8

type SeedEntrant = SeedsNow['entrants'][number]

interface Draft {
  /** What the order was made of. */
  readonly base: SeedsNow
  readonly order: readonly number[]
  /** Somebody else changed the seeds since; `base` is how they are now. */
  readonly isStale: boolean
}

/** The order of somebody for those who have a seat now; who came meanwhile follows. */
const orderFor = (order: readonly number[], { seeds }: SeedsNow) => [
  ...order.filter((entrant) => seeds.includes(entrant)),
  ...seeds.filter((entrant) => !order.includes(entrant)),
]

function namesOf({ entrants }: SeedsNow): Text {
  const shown = entrants.slice(0, noted).map(({ username }) => username)
  const names = shown.join(', ')
  const more = entrants.length - shown.length
  return more > 0 ? msg`${names} and ${more} more` : names
}

/** The seeds of a bracket, to reorder until its start. A dialog that closes keeps what was moved and not saved. */
export function SeedsDialog({ cup }: { cup: CupToWatch }) {
  const { t } = useLingui()
  const { title } = cup
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState<Draft | null>(null)
  const query = useQuery({ ...seedsQuery(api, cup.id), enabled: open, refetchInterval: everyMs })
  return (
    <Dialog
      title={
        <Trans>
          Seeds of <bdi>{title}</bdi>
        </Trans>
      }
      description={t`By rating minus its ±, unrated last. Until the start, Moderators who do not take part can change the order.`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" size="sm" className="justify-self-start">
          <ListOrdered aria-hidden className="size-4" />
          {draft === null || query.data?.refusal ? t`Seeds` : t`Seeds: not saved yet`}
        </Button>
      }
    >
      <Loaded query={query} failed={t`The seeds could not be loaded`} loading={<Skeleton className="h-72" />}>
        {(seeds) =>
          seeds.refusal === null ? (
            <SeedsForm
              cupId={cup.id}
              stored={seeds}
              draft={draft}
              onDraft={setDraft}
              onDone={() => setOpen(false)}
            />
          ) : (
            <div className="grid gap-4">
              <Alert tone="info">{seeds.refusal}</Alert>
              <ol className={listClass}>
                {seeds.entrants.map((one, at) => (
                  <li key={one.entrant} className="flex items-center gap-3 px-1 py-1.5">
                    <span className="w-8 shrink-0 text-end text-ink-faint tabular-nums">{at + 1}</span>
                    <Rated one={one} />
                  </li>
                ))}
              </ol>
            </div>
          )
        }
      </Loaded>
    </Dialog>
  )
}

const listClass =
  'grid max-h-[40dvh] gap-1 sm:max-h-[50dvh] overflow-y-auto rounded-md border border-line p-2'

const Rated = ({ one: { username, rating, deviation } }: { one: SeedEntrant }) => {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <span className="grid min-w-0 grow leading-tight">
      <PlayerName name={username} />
      <span className="text-ink-faint text-sm tabular-nums">
        {rating === null || deviation === null
          ? t`unrated`
          : `${formatCount(Math.round(rating), locale)} ± ${formatCount(Math.round(deviation), locale)}`}
      </span>
    </span>
  )
}

interface SeedsFormProps {
  readonly cupId: number
  readonly stored: SeedsNow
  readonly draft: Draft | null
  readonly onDraft: (draft: Draft | null) => void
  readonly onDone: () => void
}

function SeedsForm({ cupId, stored, draft, onDraft, onDone }: SeedsFormProps) {
  const { t } = useLingui()
  const say = useSay()
  const client = useQueryClient()
  const [moved, setMoved] = useState('')
  const { base, order, isStale } = draft ?? { base: stored, order: stored.seeds, isStale: false }
  const entrants = new Map(base.entrants.map((one) => [one.entrant, one]))
  const save = useMutation({
    mutationFn: () =>
      api(cupEndpoints.reorder, {
        params: { id: cupId },
        body: { seeds: [...order] },
        ifMatch: base.version,
      }),
    onSuccess(seeds) {
      client.setQueryData(seedsQuery(api, cupId).queryKey, seeds)
      onDraft(null)
      toast({ title: t`Seeds saved` })
      onDone()
    },
    onError(error) {
      const current = currentOf(error) as SeedsNow | undefined
      if (current !== undefined)
        return onDraft({ base: current, order: orderFor(order, current), isStale: true })
      toastFailure(t`The seeds were not saved`, error, t`Please try again.`)
      // A cup that has begun says so with its seeds.
      void client.invalidateQueries({ queryKey: seedsQuery(api, cupId).queryKey })
    },
  })

  function move(from: number, to: number) {
    const next = [...order]
    const [entrant] = next.splice(from, 1)
    next.splice(to, 0, entrant!)
    onDraft({ base, order: next, isStale })
    const name = entrants.get(entrant!)?.username ?? ''
    setMoved(t`${name} is seed ${{ seed: to + 1 }} of ${{ last: next.length }}`)
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (draft !== null && !save.isPending) save.mutate()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {isStale && (
        <StaleNote
          differences={[{ label: t`Seeds`, now: say(namesOf(base)) }]}
          onTakeTheirs={() => {
            client.setQueryData(seedsQuery(api, cupId).queryKey, base)
            onDraft(null)
          }}
          onKeepMine={() => save.mutate()}
        />
      )}
      <p className="text-ink-soft text-sm">
        <Trans>Use the arrows, or enter another number and press Enter.</Trans>
      </p>
      <ol className={listClass}>
        {order.map((entrant, at) => {
          const one = entrants.get(entrant)
          return (
            one && (
              <li key={entrant} className="flex items-center gap-2">
                <SeedField
                  name={one.username}
                  at={at}
                  last={order.length - 1}
                  onMove={(to) => move(at, to)}
                />
                <Rated one={one} />
                {(['up', 'down'] as const).map((direction) => (
                  <MoveButton
                    key={direction}
                    direction={direction}
                    name={one.username}
                    position={at}
                    idle={at === (direction === 'up' ? 0 : order.length - 1)}
                    onMove={() => move(at, direction === 'up' ? at - 1 : at + 1)}
                  />
                ))}
              </li>
            )
          )
        })}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
      <DialogActions>
        {draft !== null && (
          <Confirm
            title={t`Start over`}
            description={t`What you moved is dropped. The seeds come back as they are stored.`}
            confirmLabel={t`Start over`}
            onConfirm={() => onDraft(null)}
            trigger={
              <Button look="quiet">
                <Trans>Start over</Trans>
              </Button>
            }
          />
        )}
        <SubmitButton busy={save.isPending} idle={draft === null}>
          <Trans>Save</Trans>
        </SubmitButton>
      </DialogActions>
    </form>
  )
}

interface SeedFieldProps {
  readonly name: string
  /** From 0. */
  readonly at: number
  readonly last: number
  readonly onMove: (to: number) => void
}

/** The seed of an entrant; another number and Enter move the entrant there, and the focus goes along. */
function SeedField({ name, at, last, onMove }: SeedFieldProps) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const movedFrom = useRef<number>(undefined)
  const [typed, setTyped] = useState<string>()

  // A row that changes its place in the document loses the focus.
  useEffect(() => {
    if (movedFrom.current === undefined || movedFrom.current === at) return
    movedFrom.current = undefined
    field.current?.focus()
  }, [at])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    setTyped(undefined)
    const to = Math.min(Math.max(Number(typed?.normalize('NFKC').trim() || at + 1), 1), last + 1) - 1
    if (!Number.isInteger(to) || to === at) return
    movedFrom.current = at
    onMove(to)
  }

  return (
    <span className="w-16 shrink-0">
      <input
        ref={field}
        aria-label={t`Seed of ${name}`}
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        value={typed ?? at + 1}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(undefined)}
        className={classes(controlClass, 'h-9 text-center tabular-nums')}
      />
    </span>
  )
}
