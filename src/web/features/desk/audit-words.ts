const deeds: Readonly<Record<string, string>> = {
  'report.status': 'changed the status of',
  'report.delete': 'deleted',
  'application.update': 'updated',
  'application.delete': 'deleted',
  'moderation.decide': 'decided on',
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
  'message.flag': 'judged',
}

const subjects: Readonly<Record<string, string>> = {
  report: 'bug report',
  practice: 'practice mode',
}

/** A deed as the verb of a sentence; one that is not known here is told by its own name. */
export const deedWords = (action: string) => (Object.hasOwn(deeds, action) ? deeds[action] : 'did')

export const subjectWords = (type: string) => (Object.hasOwn(subjects, type) ? subjects[type] : type)

/** Subjects that have a page of their own. */
export const subjectPath = (type: string, id: number | null) =>
  id !== null && (type === 'member' || type === 'player') ? `/player/${id}` : null
