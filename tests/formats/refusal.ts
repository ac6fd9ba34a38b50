import { InputError } from '../../src/model/index.ts'

/** The message of the InputError that `action` throws; 'accepted' when it throws nothing. */
export function refusal(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    if (error instanceof InputError) return error.message
    throw error
  }
  return 'accepted'
}
