import { createEngine } from './0001-engine.ts';
import { createCatalogue } from './0002-catalogue.ts';
import type { Migration } from './migration.ts';

/** Every step of the schema, in order. A new one is a line at the end. */
export const allMigrations: readonly Migration[] = [createEngine, createCatalogue];
