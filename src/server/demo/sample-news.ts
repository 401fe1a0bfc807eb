import type { NewNews } from '../../contract/news/news-schemas.ts'

/** The item with a cover and comments. */
export const discussedNews = {
  slug: 'boxing-queue',
  coverAlt: 'The fox stands in the boxing ring with its gloves up.',
  comments: [
    'Finally! I waited ten minutes for a fight yesterday.',
    'Is there a board for touch players, too?',
    'There is: choose your input above the leaderboard.',
  ],
} as const

/** Oldest first; the last is a draft. */
export const sampleNews: readonly NewNews[] = [
  {
    title: 'How ranked seasons work',
    slug: 'how-ranked-seasons-work',
    summary:
      'When a season starts and ends, what happens to your rating, and where the final standings stay.',
    markdown: [
      'Every ranked match counts for the season in which it ends.',
      '## What starts over',
      '- **Your rating** moves toward 1500, and your first matches change it more.\n- **Your position** comes with your first matches.',
      '## What stays',
      'Your matches, your figures and the [final standings of each season](/seasons).',
    ].join('\n\n'),
  },
  {
    title: 'Boxing has a queue of its own',
    slug: discussedNews.slug,
    summary: 'You no longer wait behind Sumo: choose Boxing in the lobby and fight up to 100 hits.',
    markdown: [
      'Many of you asked for it. Boxing now has **its own queue**, for touch, controller and keyboard.',
      '## How to play',
      '1. Join the network and open the compass.',
      '2. Choose *Boxing*.',
      '3. The first to **100 hits** wins.',
      '> Hits are counted by the server. What your screen shows can be a moment late.',
      'The [leaderboards](/leaderboards) have a board for it. Please read the [rules](/rules) before you start.',
    ].join('\n\n'),
  },
  {
    title: 'Maps for the summer',
    slug: 'maps-for-the-summer',
    summary: 'Three new arenas, and one that comes back.',
    markdown: 'Still to be written.',
  },
]
