import { Link } from 'react-router'
import { useSite } from '../platform/site.tsx'

const bar = 'block px-4 py-2 text-center font-semibold text-sm'
const linked = 'underline decoration-1 underline-offset-4 hover:decoration-2'

/** The operator's line above every page, out of the content, if there is one. It scrolls away. */
export function Announcement() {
  const { announcement } = useSite()
  if (announcement === undefined) return null
  const { text, link } = announcement
  return (
    <aside aria-label="Announcement" className="border-ember/40 border-b bg-ember/12 text-ember-bright">
      {link === null ? (
        <p className={bar}>{text}</p>
      ) : link.startsWith('/') ? (
        <Link to={link} className={`${bar} ${linked}`}>
          {text}
        </Link>
      ) : (
        <a href={link} target="_blank" rel="noopener noreferrer" className={`${bar} ${linked}`}>
          {text}
        </a>
      )}
    </aside>
  )
}
