import type { FastifyInstance } from 'fastify'
import type { Post } from '../../contract/posts/posts-schemas.ts'
import type { Leaderboard } from '../../contract/rankings/leaderboard-schemas.ts'
import { call, type SampleMember } from './calls.ts'

const bugReports = [
  {
    gameMode: 'boxing',
    reason: 'Hits register, nobody moves',
    details:
      'In Boxing my hits count, but the other player takes no knockback. It started with the last update.',
    severity: 'high',
  },
  {
    gameMode: 'thebridge',
    reason: 'Blocks stay after a goal',
    details: 'After a goal on Bridge the blocks of the round before are still there on the red side.',
    severity: 'medium',
  },
  {
    gameMode: 'sumo',
    reason: 'Wrong map name',
    details: 'The Sumo map in the desert is called Island on the scoreboard.',
    severity: 'low',
  },
] as const

const messages = [
  {
    name: 'Robin',
    email: 'robin@player.example',
    subject: 'A tournament for our school',
    message: 'We are twelve players and would like to play a small Sumo cup in May. Can you host it?',
  },
  {
    name: 'Kim',
    email: 'kim@player.example',
    subject: 'My rank is missing',
    message:
      'I won the Gold rank in a cup yesterday. It shows in game, but not on the site. What do you need from me?',
  },
] as const

const application = {
  position: 'designer',
  age: 19,
  discord_username: '@sample.member',
  email: 'applicant@player.example',
  timezone: 'Europe/Berlin',
  hours_per_week: 10,
  previous_experience: 'no',
  why_join: 'I play here every evening\nand would like the events to look as good as they are.',
  how_handle_conflict: 'I listen to both sides before I say anything.',
  design_experience: 'Posters and banners for three years.',
  design_software: ['figma'],
  design_portfolio: 'https://portfolio.example/sample',
  minecraft_design_experience: 'Logos and banners for two networks.',
  design_turnaround_time: 'Three days',
}

/** Creates items of each kind for staff: bug reports, an application, moderation cases and messages. */
export async function fillAdmin(app: FastifyInstance, members: readonly SampleMember[]): Promise<number> {
  const by = (index: number) => {
    const member = members[index % members.length]
    if (member === undefined) throw new Error('there is no member to write to staff')
    return { by: member }
  }
  for (const [index, payload] of bugReports.entries())
    await call(app, { method: 'POST', url: '/api/reports', ...by(index), payload })
  for (const index of [1, 2]) {
    const payload = { ...application, minecraft_username: by(index).by.username }
    await call(app, { method: 'POST', url: '/api/staff-applications', ...by(index), payload })
  }
  for (const payload of messages) await call(app, { method: 'POST', url: '/api/contact', payload })

  const posts = await call<Post[]>(app, { method: 'GET', url: '/api/posts' })
  const post = posts[0]
  const reports: { url: string; index: number; reason: string }[] = []
  if (post !== undefined)
    for (const [index, reason] of ['Looks like an advertisement', 'The same text as yesterday'].entries()) {
      const writers = members.filter(({ username }) => username !== post.user.username)
      const writer = writers[index % Math.max(1, writers.length)]
      if (writer !== undefined)
        reports.push({ url: `/api/posts/${post.id}/reports`, index: members.indexOf(writer), reason })
    }
  const board = await call<Leaderboard>(app, {
    method: 'GET',
    url: '/api/leaderboard?gameType=overall&limit=1',
  })
  const best = board.entries[0]
  if (best !== undefined)
    reports.push({
      url: `/api/players/${best.user.id}/reports`,
      index: 3,
      reason: 'Never misses a hit in Boxing',
    })
  for (const { url, index, reason } of reports)
    await call(app, { method: 'POST', url, ...by(index), payload: { reason } })
  return bugReports.length + 2 + messages.length + reports.length
}
