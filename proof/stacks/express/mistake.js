export const makes = mistake => process.env.MISTAKE === mistake
