import { describe, expect, test } from 'vitest'
import { visitAt } from './visit-card.tsx'

const at = (time: string) => new Date(`2026-11-21T${time}:00.000Z`)
const stamp = (time: string) => at(time).toISOString()

describe('visitAt', () => {
  test('has no previous visit at first', () => {
    expect(visitAt(null, at('09:00'))).toEqual({ last: null, seen: stamp('09:00') })
  })

  test('continues if the person comes back soon', () => {
    const known = { last: stamp('07:00'), seen: stamp('09:00') }
    expect(visitAt(known, at('09:29'))).toEqual({ last: stamp('07:00'), seen: stamp('09:29') })
  })

  test('is a new one after half an hour, and the previous one ended when it was last seen', () => {
    const known = { last: stamp('07:00'), seen: stamp('09:00') }
    expect(visitAt(known, at('09:30'))).toEqual({ last: stamp('09:00'), seen: stamp('09:30') })
  })
})
