import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { canDeleteMember, canSetRank } from '../../contract/accounts/members.ts'
import { canChangeRanks, canReadRanks } from '../../contract/accounts/rank-admin.ts'
import { holds, isStaff, powers, shippedRanks, type Viewer } from '../../contract/accounts/ranks.ts'
import { canDeleteApplications } from '../../contract/applications/applications.ts'
import { canManageEvents } from '../../contract/events/events.ts'
import type { Message } from '../../contract/languages.ts'
import { canRule } from '../../contract/matches/rulings.ts'
import { canDecideAppeal } from '../../contract/moderation/appeals.ts'
import { canModerate } from '../../contract/moderation/moderation.ts'
import { canPunish } from '../../contract/moderation/punishments.ts'
import { powerLabels } from '../domains/accounts/ranks/ranks-query.ts'
import { FiguresTable } from './figures-table.tsx'

const member = { id: 0, rank: 'Member' }
const week = 7 * 86_400_000

/** What somebody may do about a member, as the functions decide that guard it. */
const actions: readonly (readonly [label: Message, may: (viewer: Viewer) => boolean])[] = [
  [msg`Enter the staff area, answer reports and messages`, isStaff],
  [msg`Remove posts, restrict members`, (viewer) => canModerate(viewer, member)],
  [
    msg`Warn, kick, mute up to 7 days`,
    (viewer) => canPunish(viewer, member, { kind: 'mute', lengthMs: week }),
  ],
  [msg`Manage events`, canManageEvents],
  [msg`Ban, mute for longer`, (viewer) => canPunish(viewer, member, { kind: 'ban', lengthMs: null })],
  [msg`Decide appeals`, (viewer) => canDecideAppeal(viewer, { player: member, issuerId: null })],
  [msg`Rule on matches`, canRule],
  [msg`Give members a rank below their own`, (viewer) => canSetRank(viewer, member, 'Gold')],
  [msg`News, seasons, settings, audit log`, (viewer) => holds(viewer, 'admin', 'all')],
  [msg`Delete applications`, canDeleteApplications],
  [msg`See ranks and settings of the network`, canReadRanks],
  [msg`Change ranks and settings of the network`, canChangeRanks],
  [msg`Delete accounts of others`, (viewer) => canDeleteMember(viewer, member)],
]

/** A shipped rank of each power stands for all of it. */
const columns = powers.map((power, at) => ({
  power,
  viewer: { id: 1, rank: at === 0 ? 'Member' : (shippedRanks[at + 3] ?? 'Member') },
}))

/** Powers with what each may do. */
export const PowerMatrix = () => {
  const { t } = useLingui()
  return (
    <section aria-labelledby="powers" className="grid min-w-0 gap-3">
      <h2 id="powers" className="font-display text-2xl leading-none">
        <Trans>What each power may do</Trans>
      </h2>
      <p className="text-ink-soft text-sm">
        <Trans>Only about members with less power. Ranks of the same power never act on each other.</Trans>{' '}
        <Trans>
          A rank with chosen areas may only do what belongs to them. The audit log and the numbers need all
          areas.
        </Trans>
      </p>
      <FiguresTable
        label={t`Powers and what they may do`}
        head={t({ message: 'May', context: 'is allowed to' })}
        columns={columns.map(({ power }) => t(powerLabels[power]))}
        rows={actions.map(([label, may]) => ({
          key: label.id,
          head: t(label),
          cells: columns.map(({ viewer }) => (may(viewer) ? t`Yes` : '–')),
        }))}
      />
    </section>
  )
}
