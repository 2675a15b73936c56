import { z } from 'zod'
import { Stamp } from '../../contract/time/stamp.ts'

/**
 * When our own service last delivered an event to each callback URL of an account, as far as its latest deliveries show.
 * For the gateway of the same process alone: it is no part of the interface.
 */
export const OWN_LAST_DELIVERIES_PATH = '/internal/last-deliveries/'

export const OwnLastDeliveries = z.array(z.object({ callback_url: z.string(), at: Stamp }))
