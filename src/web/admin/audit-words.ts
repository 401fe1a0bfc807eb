const entries: Readonly<Record<string, string>> = {
  'report.status': 'changed the status of',
  'report.undo': 'undid a change of',
  'report.delete': 'deleted',
  'application.update': 'updated',
  'application.undo': 'undid a change of',
  'application.delete': 'deleted',
  'moderation.decide': 'decided on',
  'moderation.reopen': 'opened again',
  'moderation.undo': 'decision undone',
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
  'news.create': 'wrote',
  'news.update': 'changed',
  'news.schedule': 'scheduled',
  'news.publish': 'published',
  'news.unpublish': 'took back',
  'news.delete': 'deleted',
  'news.cover': 'changed the picture of',
  'newsletter.export': 'downloaded',
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
  'message.answer': 'answered',
  'discord.test': 'tested',
  'discord.retry': 'sent again',
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
  'appeal.undo': 'took the decision back about',
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
  discord: 'message to Discord',
  news: 'news item',
  newsletter: 'the addresses of the newsletter',
  site: 'the site',
}

/** An action as the verb of a sentence. An unknown action keeps its own name. */
export const auditWords = (action: string) => (Object.hasOwn(entries, action) ? entries[action] : 'did')

export const subjectWords = (type: string) => (Object.hasOwn(subjects, type) ? subjects[type] : type)

/** Fields whose values are keys of the program. */
const keyFields: ReadonlySet<string> = new Set([
  'status',
  'state',
  'outcome',
  'decision',
  'action',
  'kind',
  'class',
])

/** Keys that the desk calls by other words. */
const keyWords: Readonly<Record<string, string>> = {
  dismissed: 'No violation',
  actioned: 'Dealt with',
  onhold: 'On hold',
  warn: 'Warning',
}

/** A value as the desk calls it: `in_review` as "In review". Values that are no keys stay as they are. */
export function valueWords(field: string, value: unknown): unknown {
  if (typeof value !== 'string' || !keyFields.has(field) || !/^[a-z]+(?:_[a-z]+)*$/.test(value)) return value
  if (Object.hasOwn(keyWords, value)) return keyWords[value]
  return `${value[0]!.toUpperCase()}${value.slice(1).replaceAll('_', ' ')}`
}

const pages: Readonly<Record<string, (id: number) => string>> = {
  member: (id) => `/player/${id}`,
  player: (id) => `/player/${id}`,
  report: () => '/staff-reports',
  application: () => '/admin/applications',
  message: () => '/admin/messages?show=all',
  practice: () => '/admin/practice',
  mode: () => '/admin/practice',
  event: () => '/admin/events',
  news: () => '/admin/news',
  season: () => '/admin/seasons',
  discord: () => '/admin/discord',
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
