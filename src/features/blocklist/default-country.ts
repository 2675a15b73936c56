/** Numbers that are typed as one dials them inside a country are read as numbers of this one. */
export const DEFAULT_COUNTRY = { code: 'ZA', callingCode: '27', name: 'South Africa' } as const
