/*
 * Prints the SQL of the tables that all migrations result in. The build runs it.
 */
import { openDatabase } from '../engine.js'
import { newest } from './newest.js'

const database = await openDatabase()
database.run(newest)
const ours = "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid"
process.stdout.write(`${database.rows(ours).join(';\n')};`)
