import type { SampleServer } from './game-server.ts'
import type { SamplePlayer } from './sample-data.ts'

const chat = [
  ['other', 'gg'],
  ['subject', 'gg? I have seen bots that aim better'],
  ['reporter', 'it was close'],
  ['subject', 'nothing about you is close. Uninstall'],
  ['subject', 'or have your little brother play for you, he cannot be worse'],
  ['reporter', 'I am reporting this'],
] as const

/** Two reports that players make in game, one of them with the chat before it. */
export async function fillGameReports(
  { client, settled }: SampleServer,
  players: readonly SamplePlayer[],
): Promise<number> {
  const [reporter, subject, other] = players.map(({ xuid, gamertag }) => ({ xuid, gamertag }))
  if (!reporter || !subject || !other) throw new Error('reports need three players')
  const speakers = { reporter, subject, other }
  const from = Date.now() - chat.length * 7_000
  const lines = chat.map(([by, text], index) => ({ ...speakers[by], text, at: from + index * 7_000 }))
  client.reportPlayer({ reporter, subject, class: 'abuse', reason: 'Insults after the match', chat: lines })
  client.reportPlayer({ reporter, subject: other, class: 'cheating', reason: 'Hits from four blocks away' })
  await settled()
  return 2
}
