import Module, { createRequire } from 'node:module';
import * as ink from 'ink';
import type { InkTable } from './ink-table.types.ts';

// ink-table is CommonJS and does require('ink'); ink is ESM with a top-level await, which Node rejects to
// require(). Put the already evaluated ink where require() looks first, then load the real ink-table.
const here = createRequire(import.meta.url);
const there = createRequire(here.resolve('ink-table'));
const id = there.resolve('ink');
there.cache[id] ??= Object.assign(new Module(id), { filename: id, loaded: true, exports: ink });

export const Table = (here('ink-table') as { default: InkTable }).default;
