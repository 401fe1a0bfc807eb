import { deepStrictEqual } from 'node:assert/strict'

/** @param {unknown} value */
const short = (value) => JSON.stringify(value)?.slice(0, 300)

/** @param {string} what @param {unknown} actual @param {unknown} expected */
export function same(what, actual, expected) {
  try {
    deepStrictEqual(actual, expected)
  } catch {
    throw new Error(`${what}: expected ${short(expected)}, got ${short(actual)}`)
  }
}

/** @param {string} what @param {unknown} holds */
export function holds(what, holds) {
  if (!holds) throw new Error(what)
}

/** The statuses of results, one word each. */
export const statuses = (results) => results.map(({ status }) => status).join(' ')
