/**
 * Whether a key belongs to a composition (Chinese, Japanese, Korean), whose Enter takes the composed text and nothing
 * else. Safari ends the composition before that Enter, and marks it by its key code alone.
 */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent) => isComposing || keyCode === 229
