import * as z from 'zod'

// The page's Content-Security-Policy forbids eval. Schemas read this setting when they are created: import it first.
z.config({ jitless: true })
