import * as z from 'zod/mini'

/** What an event is known by; a database's text can't hold U+0000, nor an address half a character. */
export const EventId = z.string().check(
  z.minLength(1),
  z.maxLength(500),
  z.refine(id => !id.includes('\0') && id.isWellFormed(), 'This is no text that can be kept.'),
)
