import type { FairPlayContent } from '../../../contract/content/fair-play-schemas.ts'
import type { RankedContent } from '../../../contract/content/ranked-schemas.ts'
import type { ReasonsContent } from '../../../contract/content/reasons-schemas.ts'
import type { PagesContent } from '../../../contract/content/words-schemas.ts'

/**
 * Texts for keys that are absent in pages.yaml, so that content folders of older releases work. The shipped
 * file contains the same texts (a test compares them), so that owners find every key there.
 */
export const defaultWords: PagesContent = {
  footer: {
    tagline: 'Duels, FFA and more on Minecraft Bedrock. Add the server and step into the arena.',
    legal: '{site}. All rights reserved. {site} is not affiliated with Mojang Synergies AB or Microsoft.',
  },
  boards: {
    overall: 'Overall',
    nodebuff: 'NoDebuff',
    boxing: 'Boxing',
    bedfight: 'Bedfight',
    bridge: 'Bridge',
    fireball: 'Fireball',
    sumo: 'Sumo',
  },
  home: {
    description:
      '{site} is a Minecraft Bedrock practice server: duels, FFA and more. Join {host}:{port} and fight.',
    hero: 'Bedrock duels at any hour. Pick a kit, find a rival in seconds, and settle it blade to blade.',
    status: {
      playing: 'in game right now',
      empty: 'The arena is open',
      offline: 'The arena is resting',
    },
    whyJoin: [
      'Competitive gameplay, ranked to the last point',
      'An active community around the clock',
      '{if: events}Regular tournaments with real rivals{end}',
      'A lag-free experience on every hit',
    ],
    teaser: {
      heading: ['Three hits.', 'One winner.'],
      text: 'In a duel both of you get the same kit, so only aim and nerve count. Land the combo, take the points, queue again.',
      picture: 'Two voxel fighters meet on a floating arena at night.',
    },
    community:
      'The round is over, the fire is lit. Show the clip, ask for the rematch, find a partner for duos.',
  },
  minigames: {
    description: 'Every FFA arena and duel of {site}, with who is in queue right now.',
    intro:
      'Pick what you want to get better at. PRACTICE adds {site} to your game; in the lobby you choose the mode and fight.',
    ffa: 'Everybody against everybody. Drop in, leave when you like.',
    duels: 'One opponent, one kit. Queue up and be matched.',
  },
  leaderboards: {
    description:
      'Who leads on {site}: a board for every mode, of all time, this month and this week, kept live.',
    intro: 'Every ranked fight on {site}, counted the moment it ends.',
  },
  seasons: {
    description: 'The seasons of {site}: when they run, and who was first in each mode when they ended.',
    intro:
      'A season begins a new rating board in every mode. The player who is first when it ends stays its champion.',
  },
  rules: {
    description:
      'The rules of {site}: fair fights, decent chat, safe accounts, and what follows when they are broken.',
  },
  events: {
    description: 'What is on now at {site}, what comes next, and what there is to win.',
    intro: 'Cups, race nights and building days on {site}. Register to join the list.',
  },
  shop: {
    description:
      'Ranks{if: shop.passes} and monthly passes{end} of {site}: what they cost and what they bring.',
    intro: 'Comfort, company and looks for {site}. Nothing here hits harder.',
    upgrades: 'Own a rank already?',
  },
  rankPerks: {
    description: 'Every perk of every rank{if: shop.passes} and pass{end} of {site}, side by side.',
    intro: 'Every rank{if: shop.passes} and pass{end}, and what everybody on {site} has anyway.',
  },
  community: {
    description: 'The players of {site}: look anybody up, and read what they are up to.',
    intro: 'Everybody who plays on {site}, and where to find them.',
    feed: 'Clips, screenshots and challenges from the people you just fought.',
    profile: 'Your statistics, your bio and your picture, for everybody you meet here.',
    search: 'Look up anybody who has played here, or who has an account.',
    discord: 'Looking for a duel partner, a clan or an answer? Most of it is talked about there.',
    guidelines: 'The short version. The rules say what happens if you ignore it.',
    comingSoon: [
      {
        title: '{if: forums}Forums{end}',
        text: 'Longer talks than a post holds, and ban appeals.',
      },
    ],
  },
  social: {
    description: 'What the players of {site} are up to: posts and screenshots, newest first.',
    intro: 'Wins, questions and screenshots from the players of {site}.',
  },
  contact: {
    description: 'Write to the team of {site}, by form, by mail or on Discord.',
    intro: 'Something broken, somebody unfair, a plan together? Tell the team of {site}.',
    discord: 'The quickest way: ask in the open, somebody who knows is usually around.',
    faq: {
      title: 'Answered already?',
      text: 'Joining, ratings, rules and most technical trouble are in the FAQ.',
    },
  },
  faq: {
    description:
      'Joining {site}, practice modes, ratings, bans and what to do when a button does nothing: short answers.',
    more: 'Ask the other players on Discord. For bans, accounts and everything private, write to the team.',
  },
  auth: {
    description: 'Log in to {site} or create an account: your stats, your matches, your profile.',
    heading: 'Enter {site}',
    intro: 'One account for stats, matches and your profile.',
    panel: 'Every match on {site} leaves a mark',
    stats: 'Kills, wins, streaks and points, counted from your very first match.',
    modes: 'Duels and free-for-all, and a board for every mode.',
  },
  report: {
    description:
      'Something on {site} does not work as it should? Tell the team, and follow what becomes of it.',
    intro: 'Something on {site} does not work as it should? Tell us once, tell us well, and we will find it.',
    advice: 'A report we can act on',
    steps: [
      {
        title: 'Say what you did',
        text: 'The mode, the map, the kit, and the steps just before it went wrong.',
      },
      {
        title: 'Say what you expected',
        text: 'What happened instead is clear from the title; the difference is the bug.',
      },
      {
        title: 'Say how often',
        text: 'Once, sometimes or always: that is where we start looking.',
      },
      {
        title: 'Show it',
        text: 'A clip of ten seconds saves a page of words.',
      },
    ],
  },
  apply: {
    description: 'Join the team of {site} as a helper, builder or designer.',
    intro:
      '{site} is run by players who give it their evenings. Tell us who you are and what you would do here: helping in game, building, or designing. It takes about fifteen minutes.',
  },
  forums: {
    description: 'The forums of {site} are not open yet.',
    text: 'Until they open, meet everybody in the community.',
  },
  experience: {
    heading: 'Step into the arena',
    text: 'This is what a round on {site} feels like. The only thing missing is your name on it.',
    picture: 'Two voxel fighters meet on a floating arena at night.',
  },
}

/** Tiers where ranked.yaml is absent; the shipped file has the same (a test compares them). */
export const defaultRanked: RankedContent = {
  tiers: [
    { name: 'Stone', colour: '#b9bdc4', from: 0 },
    { name: 'Iron', colour: '#e3e5e8', from: 1_300 },
    { name: 'Copper', colour: '#f0a27a', from: 1_450 },
    { name: 'Lapis', colour: '#8fb4ff', from: 1_600 },
    { name: 'Amethyst', colour: '#cfa8ff', from: 1_750 },
    { name: 'Obsidian', colour: '#b7a6e6', from: 1_900 },
    { name: 'Netherite', colour: '#ffc46b', from: 2_100 },
  ],
}

/** Limits of the detector where fair-play.yaml is absent or lacks them. */
export const defaultFairPlay: FairPlayContent = {
  detector: {
    oneSided: { matches: 8, percentWon: 90, percentOfUsualTime: 40 },
    feeding: { newDays: 7, losses: 10, percentLost: 90, percentAgainstOne: 80, percentOfUsualTime: 40 },
    throwing: { losses: 5, percentOfUsualTime: 40 },
    inputSwitch: { before: 20, after: 8, percentJump: 50 },
  },
}

/** Templates of reasons where reasons.yaml is absent; the shipped file has the same (a test compares them). */
export const defaultReasons: ReasonsContent = {
  reasons: [
    {
      title: 'Insults',
      text: 'You insulted other players. Keep chat friendly, also after a lost match.',
    },
    {
      title: 'Spam',
      text: 'You sent the same thing again and again. Chat is for everybody: say it once.',
    },
    {
      title: 'Hate',
      text: 'You attacked people for who they are. There is no place for hate here.',
    },
    {
      title: 'Threats',
      text: 'You threatened somebody. Threats are never a joke here.',
    },
    {
      title: 'Advertising',
      text: 'You advertised another server. Please do not do that here.',
    },
    {
      title: 'Name, bio or picture',
      text: 'Your name, bio or picture breaks our rules. Please choose another one.',
    },
    {
      title: 'Cheating',
      text: 'You played with an unfair advantage, which we saw in several of your matches. Play without cheats.',
    },
    {
      title: 'Boosting',
      text: 'Your matches were arranged to move points or ratings. Every match is played to win.',
    },
    {
      title: 'Evading a ban',
      text: 'You played with another account while you were banned. Appeal the ban instead.',
    },
  ],
}
