import type { Values } from '@gantry/core';
import type { PortableResource } from './movable.ts';
import type { StoredRecord } from './target-index.ts';

export const outcomes = ['created', 'updated', 'unchanged', 'skipped', 'rejected'] as const;
export type Outcome = (typeof outcomes)[number];

/** A record of the file on its way in. */
export interface Item {
  readonly line: number;
  readonly portableResource: PortableResource;
  readonly key: string;
  /** How many records of the file with the same key stand before it. */
  readonly nth: number;
  /** What people call it. */
  readonly title: string;
  /** As the file gives them. */
  readonly values: Values;
  readonly state: string | null;
  outcome: Outcome | null;
  /** What is there now; null for what is new. */
  stored: StoredRecord | null;
}

/** A record, or a line, that was not taken, and why. */
export interface ItemRejection {
  readonly line: number;
  readonly entity: string | null;
  readonly title: string | null;
  readonly reasons: readonly string[];
}
