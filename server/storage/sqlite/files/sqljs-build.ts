/* Written by probe-sqljs.ts; the README of the storage tells when to write it anew. */

/** The build of sql.js that is known here: its files by their SHA-256, and its file calls by their minified names. */
export const sqljsBuild = {
  version: '1.16.0',
  wasm: '43bbcdd44287e5a2db3b6b5af34b1a3485a7a441285d247976c1ebe3c61f8dbf',
  glue: '9b96118841c6edfdf53c6f388c1419d1f473cf469df6a6fc2864b386d60bdb5e',
  calls: {
    close: 'e',
    control: 'b',
    open: 'x',
    read: 't',
    remove: 'o',
    seek: 'E',
    stat: 'N',
    statLink: 'M',
    statOpen: 'g',
    sync: 'K',
    truncate: 'J',
    write: 'q',
  },
} as const
