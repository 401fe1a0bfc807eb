/**
 * What the parts of a table are, said out loud: on small screens its rows are laid out as cards, and browsers differ in
 * whether a table that is not laid out as one still is one for screen readers.
 */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  column: { role: 'columnheader' },
  name: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const
