import type { NamedPath } from '../../../../../contract/content/public-paths.ts'

/** Texts on the share image of each public page. */
export const sharedPages: Readonly<Record<NamedPath, readonly [heading: string, sentence: string]>> = {
  '/live': ['Live', 'Who is playing right now, and the latest results.'],
  '/minigames': ['Minigames', 'Every practice mode: free-for-all arenas and duels.'],
  '/leaderboards': ['Leaderboards', 'Who leads: all time, this month and this week.'],
  '/seasons': ['Seasons', 'When they run, and who was first when they ended.'],
  '/ratings': ['Ratings', 'How strong you are in one mode, and how it is worked out.'],
  '/rules': ['Rules', 'What is allowed, what is not, and what happens if you break a rule.'],
  '/events': ['Events', 'What is on now, what comes next, and what there is to win.'],
  '/cups': ['Cups', 'Brackets, results and champions.'],
  '/news': ['News', 'What is new, and what comes next.'],
  '/shop': ['Shop', 'Ranks to keep and passes by the month.'],
  '/rank-perks': ['Rank Perks', 'What each rank and pass brings, side by side.'],
  '/community': ['Community', 'Find players, read the feed, meet others.'],
  '/social': ['Social Feed', 'Wins, questions and screenshots, newest first.'],
  '/contact': ['Contact', 'Questions, partnerships, problems: write to the team.'],
  '/privacy': ['Privacy Policy', 'What is stored, for how long, and who sees it.'],
  '/terms': ['Terms of Service', 'What you can expect from us, and we from you.'],
  '/cookies': ['Cookie Policy', 'One cookie, and only if you sign in.'],
  '/status': ['Status', 'How many play, and how often the server answered.'],
  '/faq': ['FAQ', 'Short answers to what new players ask.'],
}
