import { Trans } from '@lingui/react/macro'
import { Volume2, VolumeX } from 'lucide-react'
import { playSound, useSoundMuted } from '../platform/sound.ts'

export function SoundToggle() {
  const [muted, setMuted] = useSoundMuted()
  const Icon = muted ? VolumeX : Volume2
  function toggle() {
    setMuted(!muted)
    // Heard only when sounds have just come back: then it is the proof.
    playSound('click')
  }
  return (
    <button type="button" aria-pressed={muted} onClick={toggle} className="foot-sound">
      <Icon aria-hidden className="size-4" />
      <Trans>Mute sounds</Trans>
    </button>
  )
}
