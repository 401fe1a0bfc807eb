import { useMutation, useQueryClient } from '@tanstack/react-query'
import { practiceCategories, practiceLimits } from '../../../../contract/network/practice.ts'
import { practiceEndpoints } from '../../../../contract/network/practice-endpoints.ts'
import {
  NewPracticeMode,
  type PracticeCategory,
  type PracticeChange,
  type PracticeRecord,
} from '../../../../contract/network/practice-schemas.ts'
import { codePoints } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { currentOf, refusedFields } from '../../../platform/field-problems.ts'
import { toast } from '../../../platform/toasts.ts'
import { useRecordForm } from '../../../platform/use-record-form.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { type Difference, StaleNote } from '../../../ui/stale-note.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { categoryNames } from './category-words.ts'
import { refetchPractice } from './practice-records.ts'

/** The fields of the form. */
interface ModeWords {
  readonly category: PracticeCategory
  readonly name: string
  readonly description: string
}

const wordsOf = (record: PracticeRecord | undefined, category: PracticeCategory): ModeWords => ({
  category: record?.category ?? category,
  name: record?.name ?? '',
  description: record?.description ?? '',
})

/** What was typed over. */
const changedWords = (record: PracticeRecord, words: ModeWords): Partial<ModeWords> => ({
  ...(words.category !== record.category && { category: words.category }),
  ...(words.name !== record.name && { name: words.name }),
  ...(words.description !== record.description && { description: words.description }),
})

/** What somebody else made of a mode. */
const modeDifferences = (before: PracticeRecord, now: PracticeRecord): Difference[] =>
  [
    before.name !== now.name && { label: 'Name', now: now.name },
    before.description !== now.description && { label: 'Description', now: now.description },
    before.category !== now.category && { label: 'Category', now: categoryNames[now.category] },
    before.position !== now.position && { label: 'Place', now: now.position + 1 },
  ].filter((difference) => difference !== false)

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

type Wish =
  | { readonly create: NewPracticeMode }
  | { readonly change: PracticeChange; readonly of: Pick<PracticeRecord, 'id' | 'version'> }

/** Creates a mode, or changes the version of it that the form was opened with. */
function useSaveMode() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wish: Wish) =>
      'create' in wish
        ? api(practiceEndpoints.create, { body: wish.create })
        : api(practiceEndpoints.update, {
            params: { id: wish.of.id },
            body: wish.change,
            ifMatch: wish.of.version,
          }),
    onSuccess(record, wish) {
      toast({
        title: 'create' in wish ? 'Practice mode created' : 'Practice mode updated',
        description: record.name,
      })
      return refetchPractice(client)
    },
    onError(error) {
      // The form shows these two itself.
      if (currentOf(error) !== undefined || Object.keys(refusedFields(error)).length > 0) return
      toast({
        title: 'Saving failed',
        description: errorMessage(error, 'The practice mode could not be saved. Please try again.'),
        variant: 'destructive',
      })
    },
  })
}
