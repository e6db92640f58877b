import { test } from 'uvu'
import { largeWritesContract } from './large-writes.contract.js'

largeWritesContract('in memory')

test.run()
