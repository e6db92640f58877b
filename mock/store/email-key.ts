/** An address without its letter case, by which it is unique. */
export const emailKey = (email: string): string => email.toLowerCase()
