import { createContext, use } from 'react'
import { type Times, timesIn } from '../../contract/time/times-in.ts'

export const TimesContext = createContext<Times>(timesIn('UTC'))

export function useTimes(): Times {
  return use(TimesContext)
}
