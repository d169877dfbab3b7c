import type { AnyResource, Rights, Values } from '@gantry/core';
import { createContext, use } from 'react';
import type { FieldRecord } from '../fields/index.ts';
import type { Opened } from './record/use-record-url.ts';
import type { Slots } from './slots.ts';
import type { OfferUndo } from './undo/use-undo.ts';

/** What the parts of one resource page share. */
export interface PageScope {
  readonly resource: AnyResource;
  readonly slots: Slots;
  readonly role: string;
  /** The role as it is shown, with whose it is and what narrows it. */
  readonly rights: Rights;
  readonly refresh: () => void;
  readonly open: (opened: Opened) => void;
  /** Address of this page with something open over it. */
  readonly hrefOf: (opened: Opened) => string;
  /** Runs an action: asks what it must ask first. */
  readonly run: (action: string, record: FieldRecord | null, given?: Values) => void;
  readonly remove: (record: FieldRecord) => void;
  /** Says what was done by which calls, and offers to take it back. */
  readonly offerUndo: OfferUndo;
}

const ScopeContext = createContext<PageScope | null>(null);
export const PageScopeProvider = ScopeContext;

export function usePageScope(): PageScope {
  const scope = use(ScopeContext);
  if (!scope) throw new Error('a part of a resource page is drawn outside of it');
  return scope;
}
