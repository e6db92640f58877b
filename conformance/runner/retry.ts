import { Interrupted } from './outcomes.js'

const attempts = 3

/** Does what may be done twice, again where the connection broke. Unlike in a check, it does not matter which time it worked. */
export async function again<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof Interrupted) || attempt === attempts) throw error
    }
  }
}
