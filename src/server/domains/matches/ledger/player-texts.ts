import { msg } from '@lingui/core/macro'
import { saidWith, type Text } from '../../../../contract/languages.ts'
import type { HostedCupMatch, IngestResult } from '../../../../contract/matches/ingest-schemas.ts'
import type { Context } from '../../../context.ts'
import { sayIn } from '../../../platform/languages/say.ts'
import { readWritten, type Values, type Written } from '../../../platform/languages/stored-text.ts'
import { reasonIn } from '../../content/content.ts'
import type { ContentStore } from '../../content/store.ts'
import { type IdentityRef, identityKey, identityOf, type Reader } from './identity.ts'
import { findReaders } from './queries/identities.ts'

interface PlayerText {
  readonly to: IdentityRef
  readonly text: Written
  /** Why somebody was punished: a value of the text, which may be one of the templates of staff. */
  readonly reason?: string
}

/** A result of an event before its text is rendered. */
export type UnsaidResult = Omit<IngestResult, 'text'> & { readonly text?: PlayerText }

/** Says what players read in game: in the language of their account, else in that of their game, else in the default. */
export class PlayerTexts {
  constructor(
    private readonly context: Pick<Context, 'database' | 'languages'>,
    private readonly content: Pick<ContentStore, 'current'>,
  ) {}

  /** `read` is given what is known only now. */
  say(reader: Reader | undefined, read: (now: Values) => Text, reason?: string): string {
    const { tag, messages } = this.context.languages.ofPlayer(reader)
    const now = reason === undefined ? {} : { reason: reasonIn(this.content.current(tag), reason) }
    return sayIn(tag, messages)(read(now))
  }

  async sayResults(results: readonly UnsaidResult[]): Promise<IngestResult[]> {
    const readers = await findReaders(
      this.context.database.sql,
      results.flatMap(({ text }) => text?.to ?? []),
    )
    return results.map(({ text, ...result }) => {
      if (text === undefined) return result
      const reader = readers.get(identityKey(text.to))
      return { ...result, text: this.say(reader, (now) => readWritten(text.text, now), text.reason) }
    })
  }

  async sayCalls(matches: readonly HostedCupMatch[], now: Date): Promise<HostedCupMatch[]> {
    const readers = await findReaders(
      this.context.database.sql,
      matches.flatMap(({ sides }) => sides.flat().map(identityOf)),
    )
    return matches.map((match) => ({
      ...match,
      sides: match.sides.map((side) =>
        side.map((player) => {
          const text = callText(match, side, now)
          return { ...player, text: this.say(readers.get(identityKey(identityOf(player))), () => text) }
        }),
      ),
    }))
  }
}

function callText(
  { mode, bestOf, until, sides }: HostedCupMatch,
  own: HostedCupMatch['sides'][number],
  now: Date,
) {
  const others = sides.filter((side) => side !== own).flatMap((side) => side.map(({ gamertag }) => gamertag))
  const names = [...new Set(others)].join(', ')
  const wins = Math.ceil(bestOf / 2)
  const games = saidWith(bestOf === 1 ? msg`one game` : msg`first to ${wins}`)
  const minutes = until === null ? 0 : Math.max(1, Math.round((Date.parse(until) - now.getTime()) / 60_000))
  const time = saidWith(until === null ? msg`the cup is paused` : msg`${minutes} min left`)
  const command = '{command}'
  return msg`Your match in a cup: against ${names}, ${mode}, ${games}, ${time}. Here? Type ${command}.`
}
