import type { ServiceContext } from '../context/service-context.ts'
import type { TelephonyDependencies } from './telephony-dependencies.ts'

/** What the routes of the telephone switch work with. */
export type TelephonyContext = ServiceContext & { telephony: TelephonyDependencies }
