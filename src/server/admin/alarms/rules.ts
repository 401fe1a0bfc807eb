import { hostname } from 'node:os'
import { msg } from '@lingui/core/macro'
import type { Message, Text } from '../../../contract/languages.ts'

interface AlarmRules {
  readonly title: Message
  /** When it is over. */
  readonly over: Message
  readonly link: string
  /** An outage that is over sooner is not reported. */
  readonly afterMinutes: number
}

export const alarmRules = {
  game_server: {
    title: msg`The game server does not answer`,
    over: msg`The game server answers again`,
    link: '/status',
    afterMinutes: 0,
  },
  backup: {
    title: msg`The last backup failed`,
    over: msg`Backups are made again`,
    link: '/admin/backups',
    afterMinutes: 0,
  },
  mail: {
    title: msg`Mail does not go out`,
    over: msg`Mail goes out again`,
    link: '/admin/settings/mail',
    afterMinutes: 0,
  },
  discord: {
    title: msg`Discord refuses messages of the site`,
    over: msg`Discord takes messages again`,
    link: '/admin/discord',
    afterMinutes: 0,
  },
  webhook: {
    title: msg`A webhook was turned off`,
    over: msg`No webhook is turned off by the site any more`,
    link: '/admin/webhooks',
    afterMinutes: 0,
  },
  job: {
    title: msg`A background job is late`,
    over: msg`All background jobs run again`,
    link: '/admin',
    afterMinutes: 10,
  },
  disk: {
    title: msg`A disk is nearly full`,
    over: msg`The disk has room again`,
    link: '/admin',
    afterMinutes: 5,
  },
  certificate: {
    title: msg`The certificate of the site is about to expire`,
    over: msg`The site has a new certificate`,
    link: '/admin',
    afterMinutes: 0,
  },
} as const satisfies Readonly<Record<string, AlarmRules>>

export type AlarmName = keyof typeof alarmRules

export const alarmNames = Object.keys(alarmRules) as AlarmName[]

/** Something that is wrong at the moment. */
export interface Outage {
  readonly name: AlarmName
  /** The machine it is about; empty for what all processes share. */
  readonly place: string
  readonly text: Text | null
}

export interface Found {
  readonly outages: readonly Outage[]
  /** Checks that failed: nobody knows whether their outage began or ended. */
  readonly failed: readonly AlarmName[]
}

export const thisMachine = hostname()
