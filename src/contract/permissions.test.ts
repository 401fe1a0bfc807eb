import { afterEach, describe, expect, test } from 'vitest'
import { areas } from './accounts/areas.ts'
import { canConfirmMember, canDeleteMember, canIssueRecovery, canSetRank } from './accounts/members.ts'
import {
  applyRanks,
  isAdminRank,
  isStaff,
  isStaffRank,
  listRanks,
  type Rank,
  rankLabel,
  shippedRanks,
  type Viewer,
} from './accounts/ranks.ts'
import {
  canDecideApplication,
  canDeleteApplications,
  isOpenApplication,
} from './applications/applications.ts'
import { canChangeSetting } from './content/settings.ts'
import { canManageCups, canRuleCups } from './cups/cups.ts'
import { canManageEvents, endsAfterStart } from './events/events.ts'
import { canRule, canRuleAbout } from './matches/rulings.ts'
import { canDecideAppeal, isOpenAppeal } from './moderation/appeals.ts'
import { canDecideCase, canModerate, canReportPlayer, canTakeOver } from './moderation/moderation.ts'
import { canLift, canPunish, hasDuration, type PunishmentKind } from './moderation/punishments.ts'
import { canFollow } from './players/follows.ts'
import { canDeleteComment, canReportComment } from './posts/comments.ts'
import { canEditPost, canReportPost, isAuthor } from './posts/posts.ts'

const me = 7
const viewer = (rank: Rank, over: Partial<Viewer> = {}): Viewer => ({ id: me, rank, ...over })
/** Of a rank that grants nothing until the second factor is on. */
const withheld = (rank: Rank) => viewer(rank, { rankWithheldBy: 'second-factor' })

/** How many of the ten ranks, from the lowest up, each rank reaches; ranks that are not named reach none. */
type Reach = Partial<Record<Rank, number>>
const staffReach: Reach = { Helper: 4, Moderator: 5, 'Product Staff': 6, Admin: 7, Manager: 8, Owner: 9 }
const moderatorReach: Reach = { ...staffReach, Helper: 0 }
const adminReach: Reach = { Admin: 7, Manager: 8, Owner: 9 }

const expectReach = (reach: Reach, allows: (rank: Rank, target: Rank) => boolean) => {
  const reached = Object.fromEntries(
    shippedRanks.map((rank) => [rank, shippedRanks.filter((target) => allows(rank, target))]),
  )
  expect(reached).toEqual(
    Object.fromEntries(shippedRanks.map((rank) => [rank, shippedRanks.slice(0, reach[rank] ?? 0)])),
  )
}
const who = (allows: (rank: Rank) => boolean) => shippedRanks.filter(allows)
const staff: Rank[] = ['Helper', 'Moderator', 'Product Staff', 'Admin', 'Manager', 'Owner']
const admins: Rank[] = ['Admin', 'Manager', 'Owner']

test('staff are Helper and above, admins Admin and above; no visitor, and no rank that is withheld', () => {
  expect(who(isStaffRank)).toEqual(staff)
  expect(who(isAdminRank)).toEqual(admins)
  for (const [allows, allowed] of [
    [isStaff, staff],
    [canManageEvents, staff],
    [canDeleteApplications, admins],
  ] as const) {
    expect(allows(null)).toBe(false)
    expect(who((rank) => allows(viewer(rank)))).toEqual(allowed)
    expect(who((rank) => allows(withheld(rank)))).toEqual([])
  }
})

afterEach(() => applyRanks())

test('[owner.60] what staff may do about others is asked in its area, and in no other', () => {
  const allowed = (may: (viewer: Viewer) => boolean) =>
    areas.filter((area) => {
      applyRanks([...listRanks().slice(0, 10), { key: 'One', name: 'One', power: 'admin', areas: [area] }])
      return may(viewer('One'))
    })
  const member = { id: 8, rank: 'Member' }
  for (const [may, area] of [
    [(one: Viewer) => canModerate(one, member), 'moderation'],
    [
      (one: Viewer) => canDecideCase(one, { subject: member, other: null, viewerReported: false }),
      'moderation',
    ],
    [(one: Viewer) => canPunish(one, member, { kind: 'warn', lengthMs: null }), 'moderation'],
    [(one: Viewer) => canLift(one, member, { kind: 'ban', isFromGame: true }), 'moderation'],
    [(one: Viewer) => canTakeOver(one, 'case', member), 'moderation'],
    [(one: Viewer) => canRuleAbout(one, member), 'moderation'],
    [(one: Viewer) => canTakeOver(one, 'appeal', member), 'appeals'],
    [(one: Viewer) => canDecideAppeal(one, { player: member, issuerId: null }), 'appeals'],
    [(one: Viewer) => canDecideApplication(one, { user_id: 8 }), 'applications'],
    [canDeleteApplications, 'applications'],
    [canManageEvents, 'events'],
    [canManageCups, 'events'],
    [canRuleCups, 'events'],
    [(one: Viewer) => canSetRank(one, member, 'Gold'), 'members'],
    [(one: Viewer) => canIssueRecovery(one, member), 'members'],
    [(one: Viewer) => canConfirmMember(one, { ...member, awaitsConfirmation: true }), 'members'],
    [(one: Viewer) => canChangeSetting(one, 'faq'), 'settings'],
  ] as const)
    expect(allowed(may), `${may}`).toEqual([area])
})

describe('Ranks', () => {
  test('are set by admins below their own, before and after; by an Owner all of them', () => {
    for (const target of shippedRanks) {
      expect(who((rank) => canSetRank(null, { rank: target }, rank))).toEqual([])
      expect(who((rank) => canSetRank(withheld('Owner'), { rank: target }, rank))).toEqual([])
      expect(who((rank) => canSetRank(viewer('Owner'), { rank: target }, rank))).toEqual(shippedRanks)
    }
    const others: Reach = { Admin: 7, Manager: 8, Owner: 10 }
    expectReach(others, (rank, target) => canSetRank(viewer(rank), { rank: target }, 'Member'))
    expectReach(others, (rank, wanted) => canSetRank(viewer(rank), { rank: 'Member' }, wanted))
  })

  test('that are higher get recovery codes for accounts of lower ones: admins alone issue them', () => {
    expectReach(adminReach, (rank, target) => canIssueRecovery({ rank }, { rank: target }))
    expect(canIssueRecovery(null, { rank: 'Member' })).toBe(false)
  })

  test('but Owner delete no member; an Owner not themselves here', () => {
    expect(who((rank) => canDeleteMember(viewer(rank), { id: 8 }))).toEqual(['Owner'])
    expect(canDeleteMember(viewer('Owner'), { id: me })).toBe(false)
    expect(canDeleteMember(withheld('Owner'), { id: 8 })).toBe(false)
    expect(canDeleteMember(null, { id: 8 })).toBe(false)
  })

  test('are named by themselves; Product Staff by the site, sold ones by the shop, and nobody is a Member', () => {
    const naming = { shortName: 'Ember', rankNames: { Gold: 'Sun' } } as const
    expect(shippedRanks.map((rank) => rankLabel(rank, naming))).toEqual([
      ...[
        'Member',
        'Sun',
        'Emerald',
        'Diamond',
        'Helper',
        'Moderator',
        'Ember Staff',
        'Admin',
        'Manager',
        'Owner',
      ],
    ])
    expect([rankLabel(null, naming), rankLabel('Gold', { shortName: 'Ember' })]).toEqual(['Member', 'Gold'])
  })
})

describe('Moderation', () => {
  test('is for staff, of lower ranks only', () => {
    expectReach(staffReach, (rank, target) => canModerate(viewer(rank), { rank: target }))
    for (const rank of shippedRanks) {
      expect(canModerate(null, { rank })).toBe(false)
      expect(canModerate(withheld('Owner'), { rank })).toBe(false)
    }
  })

  test('decides no own report, and no case with an equal or higher rank in it, as the first or the second person', () => {
    const about = (subject: Rank | null, other: Rank | null = null, viewerReported = false) => ({
      subject: subject === null ? null : { rank: subject },
      other: other === null ? null : { rank: other },
      viewerReported,
    })
    expectReach(staffReach, (rank, subject) => canDecideCase(viewer(rank), about(subject)))
    expectReach(staffReach, (rank, other) => canDecideCase(viewer(rank), about(null, other)))
    expectReach(staffReach, (rank, other) => canDecideCase(viewer(rank), about('Member', other)))
    expect(who((rank) => canDecideCase(viewer(rank), about(null)))).toEqual(staff)
    expect(who((rank) => canDecideCase(viewer(rank), about('Member', null, true)))).toEqual([])
    expect(canDecideCase(null, about(null))).toBe(false)
    expect(canDecideCase(withheld('Owner'), about(null))).toBe(false)
  })

  test('decides appeals from Moderator up; of own punishments an Owner alone', () => {
    const of = (player: Rank | null, issuerId: number | null = null) => ({
      player: player === null ? null : { rank: player },
      issuerId,
    })
    expectReach(moderatorReach, (rank, player) => canDecideAppeal(viewer(rank), of(player)))
    expectReach(moderatorReach, (rank, player) => canDecideAppeal(viewer(rank), of(player, 8)))
    expectReach({ Owner: 9 }, (rank, player) => canDecideAppeal(viewer(rank), of(player, me)))
    expect(who((rank) => canDecideAppeal(viewer(rank), of(null)))).toEqual(staff.slice(1))
    expect(canDecideAppeal(null, of(null))).toBe(false)
    expect(
      ['open', 'in_review', 'waiting', 'upheld', 'withdrawn'].map((one) => isOpenAppeal(one as 'open')),
    ).toEqual([...[true, true, true, false, false]])
  })

  test('rules on matches from Moderator up, and about lower ranks, not about oneself', () => {
    expect(who((rank) => canRule(viewer(rank)))).toEqual(staff.slice(1))
    expect(who((rank) => canRule(withheld(rank)))).toEqual([])
    expectReach(moderatorReach, (rank, target) => canRuleAbout(viewer(rank), { id: 8, rank: target }))
    expect(who((rank) => canRuleAbout(viewer(rank), { id: me, rank: 'Member' }))).toEqual([])
  })
})

describe('Punishments', () => {
  const week = 7 * 86_400_000
  const minute = 60_000
  const punish = (rank: Rank, target: Rank, kind: PunishmentKind, lengthMs: number | null) =>
    canPunish(viewer(rank), { rank: target }, { kind, lengthMs })

  test.each([
    ['warn', null, staffReach],
    ['kick', null, staffReach],
    ['mute', week + minute, staffReach],
    ['mute', week + minute + 1, moderatorReach],
    ['mute', null, moderatorReach],
    ['ban', minute, moderatorReach],
    ['ban', null, moderatorReach],
  ] as const)('%s for %s ms: lower ranks only, longer ones from Moderator up', (kind, lengthMs, reach) => {
    expectReach(reach, (rank, target) => punish(rank, target, kind, lengthMs))
    const given = { kind, lengthMs }
    expect(canPunish(null, { rank: 'Member' }, given)).toBe(false)
    expect(canPunish(withheld('Owner'), { rank: 'Member' }, given)).toBe(false)
  })

  test.each([
    ['warn', staffReach, false],
    ['kick', staffReach, false],
    ['mute', staffReach, true],
    ['ban', moderatorReach, true],
  ] as const)('%s: who lifts it, and whether it lasts', (kind, reach, lasts) => {
    const given = { kind, isFromGame: false }
    expectReach(reach, (rank, target) => canLift(viewer(rank), { rank: target }, given))
    for (const isFromGame of [false, true]) {
      expect(canLift(null, { rank: 'Member' }, { kind, isFromGame })).toBe(false)
      expect(canLift(withheld('Owner'), { rank: 'Member' }, { kind, isFromGame })).toBe(false)
      expect(canLift(viewer('Member'), { rank: 'Member' }, { kind, isFromGame })).toBe(false)
    }
    const lifters = staff.filter((rank) => (reach[rank] ?? 0) > 0)
    for (const target of shippedRanks)
      expect(who((rank) => canLift(viewer(rank), { rank: target }, { kind, isFromGame: true }))).toEqual(
        lifters,
      )
    expect(hasDuration(kind)).toBe(lasts)
  })
})

describe('What members write', () => {
  const mine = { userId: me, createdAt: '2026-01-01T10:00:00.000Z' }
  const other = { ...mine, userId: 8 }
  const at = (time: string) => Date.parse(`2026-01-01T${time}Z`)

  test('is deleted by its author alone, whatever the rank, and reported by everybody else', () => {
    for (const [remove, report] of [
      [isAuthor, canReportPost],
      [canDeleteComment, canReportComment],
    ] as const)
      for (const reader of [...shippedRanks.map((rank) => viewer(rank)), null]) {
        expect(remove(reader, other)).toBe(false)
        expect(report(reader, other)).toBe(true)
        expect([remove(reader, mine), report(reader, mine)]).toEqual([reader !== null, reader === null])
      }
  })

  test('is edited by its author within 15 minutes', () => {
    const edit = (time: string) => canEditPost(viewer('Member'), mine, at(time))
    expect([edit('10:00:00'), edit('10:14:59.999'), edit('10:15:00')]).toEqual([true, true, false])
    expect(canEditPost(viewer('Owner'), other, at('10:00:00'))).toBe(false)
    expect(canEditPost(null, mine, at('10:00:00'))).toBe(false)
  })
})

test('nobody follows or reports themselves; visitors are offered both', () => {
  for (const allows of [canFollow, canReportPlayer]) {
    expect(allows(viewer('Owner'), me)).toBe(false)
    expect(allows(viewer('Member'), 8)).toBe(true)
    expect(allows(null, 8)).toBe(true)
  }
})

test('staff decide applications, not their own; open are those neither accepted nor rejected', () => {
  expect(who((rank) => canDecideApplication(viewer(rank), { user_id: 8 }))).toEqual(staff)
  expect(who((rank) => canDecideApplication(viewer(rank), { user_id: null }))).toEqual(staff)
  expect(who((rank) => canDecideApplication(viewer(rank), { user_id: me }))).toEqual([])
  expect(canDecideApplication(null, { user_id: null })).toBe(false)
  expect(canDecideApplication(withheld('Owner'), { user_id: 8 })).toBe(false)
  const open = ['pending', 'reviewing', 'accepted', 'rejected', 'interview', 'onhold'] as const
  expect(open.filter(isOpenApplication)).toEqual(['pending', 'reviewing', 'interview', 'onhold'])
})

test('an event ends after it starts, or has no end', () => {
  const startDate = '2026-01-01T10:00:00Z'
  const ends = (endDate: string | null) => endsAfterStart({ startDate, endDate })
  expect([ends(null), ends('2026-01-01T10:00:00.001Z')]).toEqual([true, true])
  expect([ends(startDate), ends('2026-01-01T09:59:59Z')]).toEqual([false, false])
  // Another check reports what is no date.
  expect(ends('soon')).toBe(true)
})
