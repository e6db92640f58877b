import { closeSync, constants, copyFileSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { nodeDisk } from '../files/disk.js'

/** Copies a file; the copy is there when it is whole and on disk. */
export function copyFile(from: string, to: string): void {
  const part = `${to}.part`
  copyFileSync(from, part, constants.COPYFILE_FICLONE)
  const file = openSync(part, 'r+')
  fsyncSync(file)
  closeSync(file)
  renameSync(part, to)
  nodeDisk.syncDirectory(dirname(to))
}
