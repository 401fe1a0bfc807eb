import { useViewer } from '../../platform/viewer.ts'
import { ComposerPanel } from './composer-panel.tsx'
import { LoginToPost } from './login-to-post.tsx'

/** The way into the feed: a composer for members, the way to the login for visitors. */
export function WritePost() {
  const viewer = useViewer()
  return viewer === null ? <LoginToPost /> : <ComposerPanel key={viewer.id} />
}
