export const receiverTest = 'Receiver test'
export const whatTestDoes =
  'A test looks the receiver up, checks its certificate and waits for an answer. It sends no event.'
export const testReceiver = 'Test receiver'
export const testReceiverNamed = (name: string) => `Test receiver ${name}`
export const testing = (name: string) => `Testing ${name}…`
export const testedAt = (time: string) => `Tested at ${time}.`
export const notTested = (problem: string) => `Not tested. ${problem}`
export const passedLabel = 'Passed:'
export const waitLabel = 'Warning:'
export const badLabel = 'Failed:'
export const notReachedLabel = 'Not tested:'
