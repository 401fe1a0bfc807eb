/**
 * What the parts of the comparison are, said out loud: on small screens it is not laid out as a table, and browsers
 * differ in whether it then still is one for screen readers.
 */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  column: { role: 'columnheader' },
  name: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const
