import mod from 'ink-table';
import type { InkTable } from './ink-table.types.ts';

// The bundler inlines ink-table next to ink; depending on it, the default export is the module or the component.
const given = mod as unknown as { default?: InkTable };

export const Table: InkTable = given.default ?? (mod as unknown as InkTable);
