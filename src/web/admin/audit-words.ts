const entries: Readonly<Record<string, string>> = {
  'report.status': 'changed the status of',
  'report.delete': 'deleted',
  'application.update': 'updated',
  'application.delete': 'deleted',
  'moderation.decide': 'decided on',
  'moderation.reopen': 'opened again',
  'member.rank': 'changed the rank of',
  'member.delete': 'deleted',
  'factor.set-up': 'set up the second factor of',
  'factor.codes': 'made new recovery codes for',
  'factor.remove': 'removed the second factor of',
  'factor.forget': 'removed the second factor of',
  'member.recovery_code': 'gave out a recovery code for',
  'member.restrict': 'restricted',
  'member.unrestrict': 'lifted the restriction of',
  'event.create': 'created',
  'event.update': 'changed',
  'event.delete': 'deleted',
  'practice.create': 'created',
  'practice.update': 'changed',
  'practice.delete': 'deleted',
  'mode.create': 'created',
  'mode.update': 'changed',
  'mode.merge': 'merged',
  'season.create': 'created',
  'season.update': 'changed',
  'season.delete': 'deleted',
  'message.flag': 'judged',
  'member.create': 'created',
  'member.clear': 'cleared the profile of',
  'post.remove': 'removed',
  'comment.remove': 'removed',
  'key.create': 'created',
  'key.revoke': 'revoked',
  'ledger.rebuild': 'computed the figures again from',
  'fair.scan': 'looked for patterns in',
  'match.void': 'voided',
  'punishment.create': 'punished',
  'punishment.lift': 'lifted a punishment of',
  'appeal.claim': 'began to review',
  'appeal.ask': 'asked about',
  'appeal.decide': 'decided',
  'ruling.create': 'made',
  'ruling.confirm': 'confirmed',
  'ruling.refuse': 'refused',
  'backup.restore': 'restored',
  'site.demo': 'filled with the sample world',
}

const subjects: Readonly<Record<string, string>> = {
  report: 'bug report',
  practice: 'practice mode',
  mode: 'mode',
  ruling: 'ruling on matches',
  pattern: 'matches of',
  appeal: 'appeal',
  key: 'game server key',
  ledger: 'the ledger',
  backup: 'a backup',
  site: 'the site',
}

/** An action as the verb of a sentence. An unknown action keeps its own name. */
export const auditWords = (action: string) => (Object.hasOwn(entries, action) ? entries[action] : 'did')

export const subjectWords = (type: string) => (Object.hasOwn(subjects, type) ? subjects[type] : type)

const pages: Readonly<Record<string, (id: number) => string>> = {
  member: (id) => `/player/${id}`,
  player: (id) => `/player/${id}`,
  report: () => '/staff-reports',
  application: () => '/admin/applications',
  message: () => '/admin/messages?show=all',
  practice: () => '/admin/practice',
  mode: () => '/admin/practice',
  event: () => '/admin/events',
  season: () => '/admin/seasons',
  ruling: () => '/admin/rulings',
  appeal: () => '/admin/appeals?show=closed',
  post: () => '/admin/moderation?show=decided',
  comment: () => '/admin/moderation?show=decided',
  pattern: () => '/admin/moderation?show=decided',
  key: () => '/admin',
}

/** URL of the subject: its own page, or the list that contains it. */
export const subjectPath = (type: string, id: number | null) =>
  id !== null && Object.hasOwn(pages, type) ? (pages[type]?.(id) ?? null) : null
