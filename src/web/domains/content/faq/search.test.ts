import { expect, test } from 'vitest'
import { withIds } from './question-ids.ts'
import { countQuestions, matching, pieces, wordsOf } from './questions.tsx'

const sections = withIds({
  intro: 'x',
  sections: [
    {
      title: 'Bans',
      questions: [
        { question: 'How do I appeal?', answer: 'Through [the form](/contact).' },
        { question: 'Why a ban?', answer: 'You used (*) something.' },
      ],
    },
    { title: 'Other', questions: [{ question: 'How do I appeal?', answer: 'A ban: on Discord.' }] },
  ],
})
const found = (query: string) =>
  matching(sections, wordsOf(query)).map(({ title, questions }) => [title, questions.length])

test('Of a question all words must be there, in any order and case, in question or answer', () => {
  expect(found('BAN appeal')).toEqual([['Other', 1]])
  expect(found('appeal discord')).toEqual([['Other', 1]])
  expect(found('ban')).toEqual([
    ['Bans', 1],
    ['Other', 1],
  ])
  expect(found('ban nowhere')).toEqual([])
})

test('Signs are looked for as they are, and nobody finds what only the source of a link says', () => {
  expect(found('(*)')).toEqual([['Bans', 1]])
  expect(found('.*')).toEqual([])
  expect(found('/contact')).toEqual([])
  expect(found('the form')).toEqual([['Bans', 1]])
})

test('[field.61] The questions are searched without case, accents and width, and what was found is marked as it is written', () => {
  const spanish = withIds({
    intro: 'x',
    sections: [{ title: 'A', questions: [{ question: '¿Olvidé mi contraseña?', answer: 'Noticias' }] }],
  })
  for (const query of ['contrasena', 'CONTRASEÑA olvide', 'ｎｏｔｉｃｉａｓ', 'mi_contrasen\u0303a'])
    expect(countQuestions(matching(spanish, wordsOf(query))), query).toBe(1)
  expect(countQuestions(matching(spanish, wordsOf('contrasenna')))).toBe(0)
  expect(pieces('¿Olvidé mi contraseña?', wordsOf('CONTRASENA olvide'))).toEqual([
    { text: '¿', found: false },
    { text: 'Olvidé', found: true },
    { text: ' mi ', found: false },
    { text: 'contraseña', found: true },
    { text: '?', found: false },
  ])
  expect(pieces('ﬁn', wordsOf('fin'))).toEqual([{ text: 'ﬁn', found: true }])
})

test('An empty search leaves everything as it is', () => {
  expect(countQuestions(matching(sections, wordsOf('  ')))).toBe(3)
})

test('Texts are cut where words occur, and nothing of them is lost', () => {
  expect(pieces('Ban or unBANned', ['ban'])).toEqual([
    { text: 'Ban', found: true },
    { text: ' or un', found: false },
    { text: 'BAN', found: true },
    { text: 'ned', found: false },
  ])
  expect(pieces('queues', ['queue', 'queues'])).toEqual([{ text: 'queues', found: true }])
  expect(pieces('as it is', [])).toEqual([{ text: 'as it is', found: false }])
})

test('Every question has an address of its own, also two that read alike', () => {
  expect(sections.flatMap(({ questions }) => questions.map(({ id }) => id))).toEqual([
    'how-do-i-appeal',
    'why-a-ban',
    'how-do-i-appeal-2',
  ])
  const [signs] = withIds({
    intro: 'x',
    sections: [
      {
        title: 'A',
        questions: [
          { question: '?!', answer: 'x' },
          { question: "Can't Größe?", answer: 'x' },
        ],
      },
    ],
  })
  expect(signs?.questions.map(({ id }) => id)).toEqual(['question', 'cant-größe'])
})
