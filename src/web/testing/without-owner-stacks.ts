import { createRequire } from 'node:module'

// For its own messages React's development build records a stack trace and an async task per element, which takes a
// sixth of a page's rendering. It has no option: it records no task without `console.createTask`, and no stack trace
// above 10,000 in a second.
Reflect.deleteProperty(console, 'createTask')
const React = createRequire(import.meta.url)('react')
Object.defineProperty(
  React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  { get: () => 10_000, set() {}, configurable: true },
)
