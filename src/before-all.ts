import { config } from 'zod/mini'
import { refuseMarkup } from './trusted-types.ts'

// The Content-Security-Policy refuses what zod would try here: compiling schemas. It asks once,
// when the first schema is made, so this comes before every module that makes one.
config({ jitless: true })
refuseMarkup()
