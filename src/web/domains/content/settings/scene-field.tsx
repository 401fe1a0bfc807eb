import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { type HeroScene, heroScenes, type LookChoice } from '../../../../contract/content/look.ts'
import { drawnScenes, scenePath } from '../../../../contract/content/look-scenes.ts'
import { classes } from '../../../ui/classes.ts'
import { isColour } from '../../../ui/form/colour-field.tsx'
import arena from '../hero/media/scene.svg'

interface SceneFieldProps {
  readonly look: LookChoice
  readonly error: string | undefined
  readonly onChange: (scene: HeroScene) => void
}

/** The shipped scenes for the top of Home, as pictures to choose from. */
export function SceneField({ look, error, onChange }: SceneFieldProps) {
  const { t } = useLingui()
  const name = useId()
  const chosen = look.scene ?? 'arena'
  // In the colours that the page began with: the preview follows each change, and draws one scene instead of three.
  const [{ accent, tint }] = useState(look)
  const isReadable = isColour(accent) && (tint === null || isColour(tint))
  const shown = (scene: HeroScene) =>
    scene === 'arena'
      ? { url: arena, label: msg`Arena, as shipped` }
      : {
          url: scenePath(scene, isReadable ? { accent, tint } : { accent: '#7f7f7f', tint: null }),
          ...drawnScenes[scene],
        }
  return (
    <fieldset className="grid min-w-0 gap-3 border-line border-s-2 ps-4">
      <legend className="mb-3 font-bold">
        <Trans>Scene at the top of Home</Trans>
      </legend>
      <div className="grid grid-cols-2 gap-3">
        {heroScenes.map((scene) => (
          <label
            key={scene}
            className={classes(
              'relative grid cursor-pointer gap-2 rounded-md border p-1.5 pb-2.5 has-focus-visible:outline-2 has-focus-visible:outline-ember-bright has-focus-visible:outline-offset-2',
              scene === chosen ? 'border-ember bg-ground-raised' : 'border-line hover:border-line-strong',
            )}
          >
            <img
              src={shown(scene).url}
              alt=""
              width={1600}
              height={900}
              loading="lazy"
              className="aspect-video h-auto w-full rounded-sm bg-ground object-cover"
            />
            <span className="flex items-center gap-2 px-1 text-sm">
              <input
                type="radio"
                name={name}
                checked={scene === chosen}
                onChange={() => onChange(scene)}
                className="size-4 shrink-0 accent-ember outline-none"
              />
              {t(shown(scene).label)}
            </span>
          </label>
        ))}
      </div>
      {error === undefined ? (
        <p className="text-ink-faint text-sm">
          {look.hero == null
            ? t`All but the arena are drawn in the accent and the tint of the site.`
            : t`The picture below is shown instead, until it is taken away.`}{' '}
          <Trans>
            What is written over it is in the{' '}
            <Link to="/admin/settings/words.home" className="underline underline-offset-4 hover:text-ink">
              words of Home
            </Link>
            .
          </Trans>
        </p>
      ) : (
        <p role="alert" className="font-medium text-bad text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
