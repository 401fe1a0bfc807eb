import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import {
  NewPracticeMode,
  type PracticeCategory,
  type PracticeRecord,
  practiceCategories,
  practiceLimits,
} from '../../../contract/practice.ts'
import { codePoints } from '../../../contract/text.ts'
import { currentOf, type FieldProblems, fieldProblems, refusedFields } from '../../platform/field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../ui/dialog.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { StaleNote } from '../../ui/stale-note.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { categoryNames } from './category-words.ts'
import { changedWords, modeDifferences, wordsOf } from './mode-words.ts'
import { useSaveMode } from './use-save-mode.ts'

interface ModeFormProps {
  /** Absent: a new mode. */
  readonly record?: PracticeRecord | undefined
  /** What a new mode begins with. */
  readonly category: PracticeCategory
  readonly onDone: () => void
}

const categories = practiceCategories.map((value) => ({ value, label: categoryNames[value] }))

/** What staff say of a practice mode. Its place is changed in the list. */
export function ModeForm({ record, category, onDone }: ModeFormProps) {
  const [base, setBase] = useState(record)
  const [words, setWords] = useState(() => wordsOf(record, category))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [theirs, setTheirs] = useState<PracticeRecord>()
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveMode()

  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  function send(from: PracticeRecord | undefined) {
    const wrong = fieldProblems(NewPracticeMode.safeParse(words))
    setProblems(wrong)
    if (Object.keys(wrong).length > 0 || save.isPending) return
    const wish =
      from === undefined || base === undefined
        ? { create: words }
        : { change: changedWords(base, words), of: from }
    save.mutate(wish, {
      onSuccess: onDone,
      onError(error) {
        setProblems(refusedFields(error))
        setTheirs(currentOf(error) as PracticeRecord | undefined)
      },
    })
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    send(base)
  }

  function takeTheirs(current: PracticeRecord) {
    setBase(current)
    setWords(wordsOf(current, category))
    setTheirs(undefined)
    form.current?.querySelector('input')?.focus()
  }

  const change = (over: Partial<typeof words>) => setWords((now) => ({ ...now, ...over }))

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Name"
        required
        value={words.name}
        onChange={({ target }) => change({ name: target.value })}
        hint="As game servers call it in their queues; case does not count."
        error={problems.name}
      />
      <Textarea
        label="Description"
        required
        rows={3}
        value={words.description}
        onChange={({ target }) => change({ description: target.value })}
        hint={`${codePoints(words.description)}/${practiceLimits.description}`}
        error={problems.description}
      />
      <RadioGroup
        label="Category"
        name="category"
        options={categories}
        value={words.category}
        onValueChange={(next) => change({ category: next })}
        error={problems.category}
      />
      {theirs !== undefined && base !== undefined && (
        <StaleNote
          differences={modeDifferences(base, theirs)}
          onTakeTheirs={() => takeTheirs(theirs)}
          onKeepMine={() => send(theirs)}
        />
      )}
      <DialogActions>
        <DialogClose>
          <Button look="quiet">Cancel</Button>
        </DialogClose>
        <SubmitButton busy={save.isPending}>
          {record === undefined ? 'Create mode' : 'Save changes'}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
