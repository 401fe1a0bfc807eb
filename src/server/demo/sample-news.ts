import type { NewNews } from '../../contract/news/news-schemas.ts'

/** The item with a cover and comments. */
export const discussedNews = {
  slug: 'boxing-queue',
  coverAlt: 'The fox stands in the boxing ring with its gloves up.',
  comments: [
    'Finally! I waited ten minutes for a fight yesterday.',
    'Is there a board for touch players, too?',
    'Yes: on the Boxing board, show 25 rows and choose Touch.',
  ],
} as const

/** Oldest first; the last is a draft. */
export const sampleNews: readonly NewNews[] = [
  {
    title: 'How ranked seasons work',
    slug: 'how-ranked-seasons-work',
    summary:
      'When a season starts and ends, what happens to your rating, and where to find the final standings.',
    markdown: [
      'Every ranked match counts for the season it ends in.',
      '## What starts over',
      '- **Your rating** moves toward 1500, and your first matches change it more.\n- **Your position** comes with your first matches.',
      '## What stays',
      'Your matches, your stats and the [final standings of each season](/seasons).',
    ].join('\n\n'),
  },
  {
    title: 'Boxing has its own queue',
    slug: discussedNews.slug,
    summary: 'No more waiting behind Sumo: choose Boxing in the lobby and fight to 100 hits.',
    markdown: [
      'Many of you asked for it: Boxing now has **its own queue**.',
      '## How to play',
      '1. Join the network and open the compass.',
      '2. Choose *Boxing*.',
      '3. The first to **100 hits** wins.',
      '> The server counts the hits. Your screen can be a moment late.',
      'Boxing has its own [leaderboard](/leaderboards). Please read the [rules](/rules) before you start.',
    ].join('\n\n'),
  },
  {
    title: 'Maps for the summer',
    slug: 'maps-for-the-summer',
    summary: 'Three new arenas, and one that comes back.',
    markdown: 'Still to be written.',
  },
]
