/** By it, the button knows that a file is being made, without loading what makes it. */
export const EXPORT_KEY = ['export']
