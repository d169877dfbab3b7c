import {
  type ActionArguments,
  type AvailableAction,
  type FoundRecord,
  kebab,
  type ResourceSkeleton,
} from '@gantry/core';

/** What a link opens over its list, as in the console: a record, a form for a new one, or an action with what it starts with. */
export interface Opening extends ActionArguments {
  readonly id: number | null;
  readonly isNew: boolean;
  readonly run: string | null;
  /** It is run on all that the list is narrowed to. */
  readonly onAll: boolean;
  /** The field of a box that is ticked. */
  readonly ticked: string | null;
}

/** Names of the parameters that open something; the others narrow the list. */
export const openingNames = ['id', 'new', 'run', 'all', 'give', 'as', 'with'] as const;

const numberIn = (text: string | null) => (text !== null && /^[+-]?\d{1,15}$/.test(text) ? Number(text) : null);

/** What the part of a link after `?` opens; null for nothing. */
export function parseOpening(search: string): Opening | null {
  const given = new URLSearchParams(search);
  const opening = {
    id: numberIn(given.get('id')),
    isNew: given.get('new') === '1',
    run: given.get('run'),
    onAll: given.get('all') === '1',
    amount: numberIn(given.get('give')),
    newName: given.get('as'),
    ticked: given.get('with'),
  };
  return opening.id !== null || opening.isNew || opening.run !== null ? opening : null;
}

/** A link to the question of an action. */
export function createActionLink(
  { to }: FoundRecord,
  { name, ticked }: AvailableAction,
  { amount, newName }: ActionArguments,
): string {
  const parts = new URLSearchParams({ run: name });
  if (amount !== null) parts.set('give', String(amount));
  if (newName !== null) parts.set('as', newName);
  if (ticked !== null) parts.set('with', ticked);
  return `${to}&${parts}`;
}

/** A link to a form for a new record, or to an action of the whole resource. */
export function createResourceLink(
  { path, name }: Pick<ResourceSkeleton, 'path' | 'name'>,
  action: string | null,
): string {
  return `${path}?tab=${kebab(name)}&${action === null ? 'new=1' : `run=${action}`}`;
}
