/** Credentials, or whatever stands in their place, as an Authorization header holds them (section 5). */
export const encoded = (text: string) => Buffer.from(text, 'utf8').toString('base64')
