const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist. Check the path.',
  ENOTDIR: 'part of its path is not a directory. Check the path.',
  EISDIR: 'it is a directory. Name a file in it.',
  EACCES: 'it may not be read. Give the user that runs this permission to read it.',
}

/** Why a file can't be read, and what to do. */
export const whyUnreadable = ({ code = '', message }: NodeJS.ErrnoException): string =>
  reasons[code] ?? message
