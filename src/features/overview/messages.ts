export const title = 'Overview'
export const purpose = 'What your customers still miss, and why.'
