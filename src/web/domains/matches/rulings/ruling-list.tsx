import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Gavel } from 'lucide-react'
import { Link } from 'react-router'
import { holds } from '../../../../contract/accounts/ranks.ts'
import { canRule } from '../../../../contract/matches/rulings.ts'
import { rulingEndpoints } from '../../../../contract/matches/rulings-endpoints.ts'
import type { Ruling } from '../../../../contract/matches/rulings-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useStaffFeed } from '../../../platform/live/use-staff-feed.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { classes } from '../../../ui/classes.ts'
import { formatCount } from '../../../ui/format-count.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { SeekLinked, useLinkedRow } from '../../../ui/list/linked-row.tsx'
import { ListStates } from '../../../ui/list/list-states.tsx'
import { PlayerLink, PlayerName } from '../../../ui/player-name.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModeName } from '../presence/use-mode-name.ts'
import { RulingDialog, rulingWords } from './ruling-dialog.tsx'
import { rulingsKey, rulingsQuery } from './rulings-query.ts'

/** Every ruling, newest first; what waits for a second person is decided here. */
export function RulingList() {
  const { t } = useLingui()

  const query = useInfiniteQuery({
    ...rulingsQuery(api),
    refetchInterval: ({ state }) =>
      state.data?.pages.flat().some((ruling) => ruling.state === 'applying') ? 2_000 : false,
  })
  useStaffFeed('rulings', rulingsKey)
  return (
    <>
      <SeekLinked thing="ruling" rows={query.data?.pages.flat()} query={query} />
      <ListStates
        query={query}
        loading={t`Loading rulings...`}
        failed={t`Error loading rulings`}
        skeleton="h-40"
        empty={
          <EmptyState icon={Gavel} title={t`No rulings yet`}>
            <Trans>Moderators exclude a match on its page, and a player's matches of a span on theirs.</Trans>
          </EmptyState>
        }
      >
        {(list) => list.map((ruling) => <RulingCard key={ruling.id} ruling={ruling} />)}
      </ListStates>
    </>
  )
}

const badges = {
  waiting: ['gold', msg`Waits for a second person`],
  applying: ['blue', msg`Being applied`],
  applied: ['good', msg`In effect`],
  refused: ['quiet', msg`Refused`],
} as const

function RulingCard({ ruling }: { ruling: Ruling }) {
  const { t } = useLingui()

  const { action, reason, state, matches, done, matchIds, span, madeBy, createdAt, decidedBy } = ruling
  const [tone, label] = badges[state]
  const { mark, ...row } = useLinkedRow('ruling', ruling.id)
  const locale = useLocale()
  const modeName = useModeName()
  const whose =
    span?.user == null ? t`A deleted player` : <PlayerLink user={span.user} className="font-semibold" />
  const maker = madeBy === null ? t`A deleted account` : <PlayerName name={madeBy.username} />
  return (
    <Card {...row} className={classes(mark)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-display text-2xl leading-none">{t(rulingWords(action, matches))}</h2>
        <Badge tone={tone}>
          {state === 'applying'
            ? t`Being applied: ${{ done: formatCount(done, locale) }} of ${{ all: formatCount(matches, locale) }}`
            : t(label)}
        </Badge>
      </div>
      {span !== null && (
        <p className="mt-2 text-sm">
          {span.mode === null ? (
            <Trans>
              {whose}, <Time iso={span.from} /> until <Time iso={span.to} />
            </Trans>
          ) : (
            <Trans>
              {whose}, <Time iso={span.from} /> until <Time iso={span.to} />, {{ mode: modeName(span.mode) }}{' '}
              only
            </Trans>
          )}
        </p>
      )}
      <p dir="auto" className="wrap-anywhere mt-2 whitespace-pre-wrap text-ink-soft">
        {reason}
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-sm">
        {matchIds.map((id) => (
          <li key={id}>
            <Link to={`/match/${id}`} className="underline decoration-line-strong underline-offset-4">
              <Trans>
                {{ id: id.slice(0, 8) }}
                <span className="sr-only"> match</span>
              </Trans>
            </Link>
          </li>
        ))}
        {matches > matchIds.length && (
          <li className="text-ink-faint">
            <Trans>and {{ more: formatCount(matches - matchIds.length, locale) }} more</Trans>
          </li>
        )}
      </ul>
      <p className="mt-2 text-ink-faint text-sm">
        {decidedBy === null || decidedBy.id === madeBy?.id ? (
          <>
            {maker}, <RelativeTime iso={createdAt} />
          </>
        ) : state === 'refused' ? (
          <Trans>
            {maker}, <RelativeTime iso={createdAt} />, refused by <PlayerName name={decidedBy.username} />
          </Trans>
        ) : (
          <Trans>
            {maker}, <RelativeTime iso={createdAt} />, confirmed by <PlayerName name={decidedBy.username} />
          </Trans>
        )}
      </p>
      {state === 'waiting' && <SecondPerson ruling={ruling} />}
      {state === 'applied' && action === 'exclude' && <RestoreRuling ruling={ruling} />}
    </Card>
  )
}

/** Restores the matches this ruling excluded, if they are still excluded. Shown only to viewers who can rule. */
function RestoreRuling({ ruling: { id } }: { ruling: Ruling }) {
  const { t } = useLingui()

  const viewer = useViewer()
  if (viewer === null || !canRule(viewer)) return null
  const about = () => ({ action: 'restore', rulingId: id }) as const
  return (
    <div className="mt-3">
      <RulingDialog
        title={t`Restore the matches of this ruling`}
        label={t`Restore`}
        action="restore"
        ruling={about}
        preview={about}
      />
    </div>
  )
}

/** Confirm and Refuse, for who may. */
function SecondPerson({ ruling }: { ruling: Ruling }) {
  const { t } = useLingui()

  const viewer = useViewer()
  const client = useQueryClient()
  const decide = useMutation({
    mutationFn: (endpoint: typeof rulingEndpoints.confirm | typeof rulingEndpoints.refuse) =>
      api(endpoint, { params: { id: ruling.id } }),
    onSuccess: (decided) =>
      toast({ title: decided.state === 'refused' ? t`Ruling Refused` : t`Ruling Confirmed` }),
    onError: (error) => toastFailure(t`Update Failed`, error, t`The ruling could not be decided.`),
    onSettled: () => client.invalidateQueries({ queryKey: rulingsKey }),
  })
  if (!holds(viewer, 'admin', 'moderation') || viewer?.id === ruling.madeBy?.id)
    return (
      <p className="mt-3 text-ink-soft text-sm">
        <Trans>Another Admin or higher has to confirm this.</Trans>
      </p>
    )
  const press = (endpoint: typeof rulingEndpoints.confirm | typeof rulingEndpoints.refuse) => () =>
    !decide.isPending && decide.mutate(endpoint)
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button
        size="sm"
        aria-disabled={decide.isPending || undefined}
        onClick={press(rulingEndpoints.confirm)}
      >
        <Trans>Confirm</Trans>
      </Button>
      <Button
        look="quiet"
        size="sm"
        aria-disabled={decide.isPending || undefined}
        onClick={press(rulingEndpoints.refuse)}
      >
        <Trans>Refuse</Trans>
      </Button>
    </div>
  )
}
