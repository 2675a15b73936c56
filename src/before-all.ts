import { config } from 'zod/mini'
import { refuseMarkup } from './trusted-types.ts'

// zod tries to compile schemas, which the Content-Security-Policy refuses. It tries when the first
// schema is created, so this module comes before every module that creates one.
config({ jitless: true })
refuseMarkup()
