import type { NamedPath } from '../../../../../contract/content/public-paths.ts'

/** Texts on the share image of each public page. */
export const sharedPages: Readonly<Record<NamedPath, readonly [heading: string, sentence: string]>> = {
  '/live': ['Live', 'What is being played, and how the last matches ended.'],
  '/minigames': ['Minigames', 'Every practice mode: free-for-all arenas and duels.'],
  '/leaderboards': ['Leaderboards', 'Who leads: of all time, this month and this week.'],
  '/seasons': ['Seasons', 'When they run, and who was first when they ended.'],
  '/ratings': ['Ratings', 'How strong you are in one mode, and how it is worked out.'],
  '/rules': ['Rules', 'What is allowed, what is not, and what follows.'],
  '/events': ['Events', 'What is on now, what comes next, and what there is to win.'],
  '/cups': ['Cups', 'Who plays whom, who is champion: from the matches themselves.'],
  '/news': ['News', 'What changed, what is coming, and what was decided.'],
  '/shop': ['Shop', 'Ranks to keep and passes by the month.'],
  '/rank-perks': ['Rank Perks', 'What each rank and pass brings, side by side.'],
  '/community': ['Community', 'Look up players, read the feed, meet the others.'],
  '/social': ['Social Feed', 'Wins, questions and screenshots, newest first.'],
  '/contact': ['Contact', 'Questions, partnerships, trouble: write to the team.'],
  '/privacy': ['Privacy Policy', 'What is stored, for how long, and who sees it.'],
  '/terms': ['Terms of Service', 'What you may expect of us, and we of you.'],
  '/cookies': ['Cookie Policy', 'One cookie, and only for those who sign in.'],
  '/status': ['Status', 'How many play, and how often the server answered.'],
  '/faq': ['FAQ', 'Short answers to the questions that newcomers ask.'],
}
