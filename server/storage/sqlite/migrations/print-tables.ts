/*
 * Prints the SQL of the tables that all migrations result in. The build runs it.
 */
import { openDatabase } from '../engine.js'
import { createNewest, tablesOf } from '../schema.js'

const database = await openDatabase()
createNewest(database)
process.stdout.write(tablesOf(database))
