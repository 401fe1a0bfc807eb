import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import type { SiteSettings } from '../../../contract/content/site.ts'
import { playerPath } from '../../ui/player-path.ts'
import { titleName } from '../../ui/title-name.ts'

/** Whose page it is (schema.org, ProfilePage). */
export function playerData({ publicUrl }: SiteSettings, { id, username, createdAt, avatarUrl }: PublicUser) {
  const url = publicUrl + playerPath(id)
  return {
    '@type': 'ProfilePage',
    '@id': url,
    dateCreated: createdAt,
    mainEntity: {
      '@type': 'Person',
      '@id': `${url}#player`,
      identifier: String(id),
      name: titleName(username),
      url,
      ...(avatarUrl !== null && { image: avatarUrl }),
    },
  }
}
