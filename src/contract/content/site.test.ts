import { expect, test } from 'vitest'
import { addServerLink, hostAndPort } from './site.ts'

test('[inputs.11] only an IPv6 address is in brackets before a port', () => {
  expect(hostAndPort('2001:db8::7', 19_132)).toBe('[2001:db8::7]:19132')
  expect(hostAndPort('192.0.2.7', 19_132)).toBe('192.0.2.7:19132')
  expect(hostAndPort('play.example', '19132')).toBe('play.example:19132')
})

test('[inputs.11] the add-server link of an IPv6 address has it in brackets', () => {
  expect(addServerLink({ name: 'Isles', gameHost: '2001:db8::7', gamePort: 19_132 })).toBe(
    'minecraft://?addExternalServer=Isles|[2001:db8::7]:19132',
  )
})
