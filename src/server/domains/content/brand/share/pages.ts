import { msg } from '@lingui/core/macro'
import type { NamedPath } from '../../../../../contract/content/public-paths.ts'
import type { Message } from '../../../../../contract/languages.ts'

/** Texts on the share image of each public page. */
export const sharedPages: Readonly<Record<NamedPath, readonly [heading: Message, sentence: Message]>> = {
  '/live': [msg`Live`, msg`Who is playing right now, and the latest results.`],
  '/minigames': [msg`Minigames`, msg`Every practice mode: free-for-all arenas and duels.`],
  '/leaderboards': [msg`Leaderboards`, msg`Who leads: all time, this month and this week.`],
  '/seasons': [msg`Seasons`, msg`When they run, and who was first when they ended.`],
  '/ratings': [msg`Ratings`, msg`How strong you are in one mode, and how it is worked out.`],
  '/rules': [msg`Rules`, msg`What is allowed, what is not, and what happens if you break a rule.`],
  '/events': [msg`Events`, msg`What is on now, what comes next, and what there is to win.`],
  '/cups': [msg`Cups`, msg`Brackets, results and champions.`],
  '/news': [msg`News`, msg`What is new, and what comes next.`],
  '/shop': [msg`Shop`, msg`Ranks to keep and passes by the month.`],
  '/rank-perks': [msg`Rank Perks`, msg`What each rank and pass brings, side by side.`],
  '/community': [msg`Community`, msg`Find players, read the feed, meet others.`],
  '/social': [msg`Social Feed`, msg`Wins, questions and screenshots, newest first.`],
  '/contact': [msg`Contact`, msg`Questions, partnerships, problems: write to the team.`],
  '/privacy': [msg`Privacy Policy`, msg`What is stored, for how long, and who sees it.`],
  '/terms': [msg`Terms of Service`, msg`What you can expect from us, and we from you.`],
  '/cookies': [msg`Cookie Policy`, msg`What your browser keeps for this site, and for how long.`],
  '/status': [msg`Status`, msg`How many play, and how often the server answered.`],
  '/faq': [msg`FAQ`, msg`Short answers to what new players ask.`],
}
