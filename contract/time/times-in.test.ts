import { afterEach, describe, expect, it, vi } from 'vitest'
import { timesIn } from './times-in.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Engines differ in what they put between the parts of a date, and so in its text. */
class OtherFormat extends Intl.DateTimeFormat {
  override formatToParts(moment?: Date | number) {
    return super
      .formatToParts(moment)
      .map(part => (part.type === 'literal' ? { ...part, value: ' um ' } : part))
  }

  override format(moment?: Date | number) {
    return this.formatToParts(moment)
      .map(({ value }) => value)
      .join('')
  }
}

describe('timesIn', () => {
  const stamp = '2026-11-21T07:03:09+02:00'

  it.each([
    ['this engine', Intl.DateTimeFormat],
    ['an engine with other signs between the parts', OtherFormat],
  ])('formats times in the service’s zone, in %s', (_engine, DateTimeFormat) => {
    vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: DateTimeFormat } }))
    const times = timesIn('Africa/Johannesburg')
    expect(times.moment(stamp)).toBe('21 Nov, 07:03:09')
    expect(times.full(stamp)).toBe(`Saturday 21 November 2026, 07:03:09 ${times.zone}`)
    vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z'), toFake: ['Date'] })
    expect(times.brief(stamp)).toBe('07:03')
    expect(times.brief('2026-11-20T14:03:09+02:00')).toBe('20 Nov, 14:03')
  })
})

it('formats each month like the browser', () => {
  const { moment } = timesIn('Africa/Johannesburg')
  const options = { timeZone: 'Africa/Johannesburg', day: 'numeric', month: 'short' } as const
  const browser = new Intl.DateTimeFormat('en-GB', options)
  for (let month = 1; month <= 12; month++) {
    const stamp = `2026-${String(month).padStart(2, '0')}-03T23:03:09.120Z`
    expect(moment(stamp)).toBe(`${browser.format(new Date(stamp))}, 01:03:09`)
  }
})
