/* The panel loads when it opens, so its texts are apart from that of its button. */

export const storedInBrowser = 'Stored in this browser only.'
export const noViewsYet =
  'No views yet. Save the dates and filters that you often use, and open them with one click.'
export const noneReadable =
  'Redial can’t read your saved views. Another version of Redial may have saved them.'
export const someNotReadable =
  'Redial can’t read some of your saved views. Another version of Redial may have saved them.'
export const storageFull =
  'Nothing was saved, because this browser has no storage left for Redial. Delete a view and try again.'
export const storageForbidden =
  'Nothing was saved, because this browser does not let Redial store anything. Check whether it is in private mode or blocks site data.'

export const viewSaved = (name: string) => `“${name}” was saved.`
export const viewUpdated = (name: string) =>
  `“${name}” now shows the current days, filters and columns.`
export const viewDeleted = (name: string) => `“${name}” was deleted.`
export const undo = 'Undo'
export const updateView = (name: string) =>
  `Update ${name} to the current days, filters and columns`
export const renameView = (name: string) => `Rename ${name}`
export const deleteView = (name: string) => `Delete ${name}`
export const newNameOf = (name: string) => `New name of ${name}`
export const rename = 'Rename'

export const saveThisView = 'Save this view'
export const saveView = 'Save view'
export const name = 'Name'
export const giveName = 'Give the view a name.'
export const nameTooLong = (maxLength: number) =>
  `Choose a name with at most ${maxLength} characters.`
export const nameTaken = 'A view with this name already exists. Choose another name.'
export const days = 'Days'
export const onlyDays = (range: string) => `only ${range}`
export const chosenDays = (range: string) => `Days: ${range}`
