import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { MAX_NUMBERS_PER_REQUEST } from '../../../contract/blocklist.ts'

const TooLong = z.looseObject({
  blocked_phone_number_list: z.custom<unknown[]>(
    list => Array.isArray(list) && list.length > MAX_NUMBERS_PER_REQUEST,
  ),
})

/**
 * A hook: a list that is too long is refused for that reason only, based on a shortened copy.
 * Validating each of 600,000 entries would block all other requests.
 */
export async function shortenList(request: FastifyRequest): Promise<void> {
  const read = TooLong.safeParse(request.body)
  if (!read.success) return
  const blocked_phone_number_list = Array.from({ length: MAX_NUMBERS_PER_REQUEST + 1 }, () => ({
    phone_number: '10000000',
  }))
  request.body = { ...read.data, blocked_phone_number_list }
}
