import * as z from 'zod'

// The policy of the page forbids code from text. Schemas look at this when they are created: import it first.
z.config({ jitless: true })
