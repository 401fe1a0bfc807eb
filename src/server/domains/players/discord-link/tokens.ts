import * as z from 'zod/mini'
import type { Config } from '../../../config.ts'
import type { DiscordTokens } from '../../../gateways/discord-roles.ts'
import { TextCipher } from '../../../platform/text-cipher.ts'

/** Tokens as stored. */
export interface StoredTokens {
  readonly tokens: Buffer
  readonly accessExpiresAt: Date
}

const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })

/**
 * Encrypts tokens at rest. The key is derived from the client secret, which the tokens cannot be used without: neither the
 * database nor a backup holds it.
 */
export class TokenVault {
  readonly #cipher: TextCipher

  constructor({ clientSecret }: NonNullable<Config['discordApp']>) {
    this.#cipher = new TextCipher(clientSecret, 'tokens of Discord')
  }

  encrypt({ accessToken, refreshToken, expiresAt }: DiscordTokens, discordId: string): StoredTokens {
    const text = JSON.stringify({ accessToken, refreshToken })
    return { tokens: this.#cipher.encrypt(text, discordId), accessExpiresAt: expiresAt }
  }

  /** Undefined when the client secret is another one. */
  decrypt({ tokens, accessExpiresAt }: StoredTokens, discordId: string): DiscordTokens | undefined {
    const text = this.#cipher.decrypt(tokens, discordId)
    return text === undefined ? undefined : { ...Tokens.parse(JSON.parse(text)), expiresAt: accessExpiresAt }
  }
}
