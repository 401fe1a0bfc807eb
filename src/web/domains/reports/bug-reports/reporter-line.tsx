import { useViewer } from '../../../platform/viewer.ts'
import { LoginLink } from './login-link.tsx'

/** Says in whose name the report goes, before anybody has written a long one in vain. */
export function ReporterLine() {
  const viewer = useViewer()
  return (
    <p className="min-w-0 text-ink-soft text-sm">
      {viewer === null ? (
        <>
          Reports need an account. <LoginLink />
        </>
      ) : (
        <>
          You report as <bdi className="wrap-anywhere font-semibold text-ink">{viewer.username}</bdi>.
        </>
      )}
    </p>
  )
}
