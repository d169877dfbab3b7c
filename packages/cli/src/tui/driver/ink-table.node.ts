import Module, { createRequire } from 'node:module';
import * as ink from 'ink';
import type { InkTable } from './ink-table.types.ts';

// ink-table is CommonJS and calls require('ink'), which fails because ink is ESM with a top-level await. Put the evaluated ink
// into the cache of require() before ink-table is loaded.
const requireFromHere = createRequire(import.meta.url);
const requireFromInkTable = createRequire(requireFromHere.resolve('ink-table'));
const id = requireFromInkTable.resolve('ink');
requireFromInkTable.cache[id] ??= Object.assign(new Module(id), { filename: id, loaded: true, exports: ink });

export const Table = (requireFromHere('ink-table') as { default: InkTable }).default;
