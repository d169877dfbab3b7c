import {
  type ActionArguments,
  type AvailableAction,
  type FoundRecord,
  kebab,
  type ResourceSkeleton,
} from '@gantry/core';

/** What a link opens over its list, as in the console: a record, a form for a new one, or an action with initial input. */
export interface DeepLink extends ActionArguments {
  readonly id: number | null;
  readonly isNew: boolean;
  readonly run: string | null;
  /** Whether the action runs on all records that match the filters of the list. */
  readonly onAll: boolean;
  /** The name of the boolean input that is turned on; null for none. */
  readonly ticked: string | null;
}

/** Query parameters that open something; the others are the state of the list. */
export const deepLinkParameters = ['id', 'new', 'run', 'all', 'give', 'as', 'because', 'with'] as const;

const parseNumber = (text: string | null) => (text !== null && /^[+-]?\d{1,15}$/.test(text) ? Number(text) : null);

/** Parses the query string of a link; returns null when it opens nothing. */
export function parseDeepLink(search: string): DeepLink | null {
  const parameters = new URLSearchParams(search);
  const link = {
    id: parseNumber(parameters.get('id')),
    isNew: parameters.get('new') === '1',
    run: parameters.get('run'),
    onAll: parameters.get('all') === '1',
    amount: parseNumber(parameters.get('give')),
    newName: parameters.get('as'),
    reason: parameters.get('because'),
    ticked: parameters.get('with'),
  };
  return link.id !== null || link.isNew || link.run !== null ? link : null;
}

/** Creates a link that opens the form of an action on a record. */
export function createActionLink(
  { to }: FoundRecord,
  { name, ticked }: AvailableAction,
  { amount, newName, reason }: ActionArguments,
): string {
  const parts = new URLSearchParams({ run: name });
  if (amount !== null) parts.set('give', String(amount));
  if (newName !== null) parts.set('as', newName);
  if (reason !== null) parts.set('because', reason);
  if (ticked !== null) parts.set('with', ticked);
  return `${to}&${parts}`;
}

/** Creates a link to the form for a new record, or to an action on the collection. */
export function createResourceLink(
  { path, name }: Pick<ResourceSkeleton, 'path' | 'name'>,
  action: string | null,
): string {
  return `${path}?tab=${kebab(name)}&${action === null ? 'new=1' : `run=${action}`}`;
}
