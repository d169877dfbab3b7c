import mod from 'ink-table';
import type { InkTable } from './ink-table.types.ts';

// Depending on the bundler, which inlines ink-table, the default import is the module or the component.
const imported = mod as unknown as { default?: InkTable };

export const Table: InkTable = imported.default ?? (mod as unknown as InkTable);
