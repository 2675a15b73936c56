export const chosenFilter = (label: string, value: string) => `${label}: ${value}`
export const removeFilter = (label: string, value: string) => `Remove the filter ${label}: ${value}`
