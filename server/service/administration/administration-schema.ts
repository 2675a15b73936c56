import { TELEPHONY } from '../telephony/telephony-schema.ts'

/** What the description of each endpoint of the administration begins with. */
export const ADMINISTRATION = { ...TELEPHONY, tags: ['Administration'] }
