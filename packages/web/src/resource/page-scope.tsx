import type { AnyResource, Rights, Values } from '@gantry/core';
import { createContext, use } from 'react';
import type { FieldRecord } from '../fields/index.ts';
import type { Opened } from './record/use-record-url.ts';
import type { Slots } from './slots.ts';
import type { OfferUndo } from './undo/use-undo.ts';

/** State and operations shared by the parts of a resource page. */
export interface PageScope {
  readonly resource: AnyResource;
  readonly slots: Slots;
  readonly role: string;
  /** The rights of the displayed role, restricted to the user's menu areas. */
  readonly rights: Rights;
  readonly refresh: () => void;
  readonly open: (opened: Opened) => void;
  /** Returns the URL of this page with a record or form open over it. */
  readonly hrefOf: (opened: Opened) => string;
  /** Runs an action after the confirmation or input that it requires. */
  readonly run: (action: string, record: FieldRecord | null, given?: Values) => void;
  readonly remove: (record: FieldRecord) => void;
  /** Announces what the calls did and offers to undo it. */
  readonly offerUndo: OfferUndo;
}

const ScopeContext = createContext<PageScope | null>(null);
export const PageScopeProvider = ScopeContext;

export function usePageScope(): PageScope {
  const scope = use(ScopeContext);
  if (!scope) throw new Error('a part of a resource page is drawn outside of it');
  return scope;
}
