import { practiceCategories, practiceLimits } from '../../../../contract/network/practice.ts'
import {
  NewPracticeMode,
  type PracticeCategory,
  type PracticeRecord,
} from '../../../../contract/network/practice-schemas.ts'
import { codePoints } from '../../../../contract/text.ts'
import { useRecordForm } from '../../../platform/use-record-form.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { StaleNote } from '../../../ui/stale-note.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
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
  const save = useSaveMode()
  const {
    form,
    values: words,
    problems,
    change,
    submit,
    conflict,
  } = useRecordForm({
    record,
    valuesOf: (held) => wordsOf(held, category),
    bodyOf: (words) => words,
    check: (words) => NewPracticeMode.safeParse(words),
    changesOf: changedWords,
    save,
    onDone,
  })

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
      {conflict && (
        <StaleNote
          differences={modeDifferences(conflict.base, conflict.theirs)}
          onTakeTheirs={conflict.takeTheirs}
          onKeepMine={conflict.keepMine}
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
