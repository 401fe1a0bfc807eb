import { useWords } from '../../../platform/words.ts'
import { Words } from '../../../ui/words.tsx'

/** The server's status in a word; the header shows it in full. */
export function HeroStatus({ online, players }: { online: boolean; players: number }) {
  const words = useWords('home')?.status
  return (
    <p className="hero-status">
      <span aria-hidden className={`size-2.5 ${online ? 'animate-pulse bg-good' : 'bg-line-strong'}`} />
      <Words
        text={words && (online ? (players > 0 ? `${players} ${words.playing}` : words.empty) : words.offline)}
        className="w-32"
      />
    </p>
  )
}
