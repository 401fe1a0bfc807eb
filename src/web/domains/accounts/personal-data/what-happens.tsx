import { CircleMinus, CirclePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { deletedPlayerName } from '../../../../contract/accounts/accounts.ts'
import { isStaff } from '../../../../contract/accounts/ranks.ts'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'

/** What a deletion takes along and what it leaves, for this member. */
export function WhatHappens({ member }: { member: OwnUser }) {
  const isLinked = member.gamertag !== null
  return (
    <div className="grid gap-5 text-sm leading-relaxed">
      <List title="Gone for good" icon={<CircleMinus aria-hidden className="size-4 text-bad" />}>
        <li>Your profile, email and password; you are logged out everywhere</li>
        <li>Your posts with their images, your likes and your event registrations</li>
        <li>Your applications and your messages to the team</li>
        <li>Your rank, and your place on the leaderboards and in the search</li>
      </List>
      <List
        title="Stays, without your name"
        icon={<CirclePlus aria-hidden className="size-4 text-ink-soft" />}
      >
        <li>Matches, in your opponents’ history, played by “{deletedPlayerName}”</li>
        <li>What you reported: bugs, posts and players</li>
        {isStaff(member) && <li>With your name: what you did as staff, in the audit log</li>}
      </List>
      {isLinked ? (
        <p className="text-ink-soft">
          If you play on, you stay “{deletedPlayerName}”. Typing <code className="text-ink">/link</code> in
          game begins anew: from then on matches show your gamertag, and the old ones stay as they are.
        </p>
      ) : (
        <p className="text-ink-soft">
          A player in game whom you have not linked keeps gamertag and page. If that is you, link first.
        </p>
      )}
    </div>
  )
}

function List({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3 className="flex items-center gap-2 font-bold">
        {icon}
        {title}
      </h3>
      <ul className="mt-1.5 grid list-disc gap-1 pl-10 text-ink-soft">{children}</ul>
    </section>
  )
}
