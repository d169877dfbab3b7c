import { assertDone, type Client, getResourcePath, localize, ResponseError, type Values } from '@gantry/core';
import type { Context } from '../context/context.ts';
import type { OwedMoves } from './deferred-transitions.ts';
import type { Item, Outcome } from './read-items.ts';
import { listRejectionReasons } from './refused-as.ts';
import type { Resolved } from './resolve.ts';
import type { SentRecord } from './send-records.ts';
import { serializeStable } from './stable.ts';
import { planTransition } from './state-move.ts';
import type { StoredRecord } from './target-index.ts';

export interface Changing {
  readonly context: Context;
  readonly client: Client;
  readonly onConflict: 'error' | 'skip' | 'update';
  readonly withState: boolean;
  readonly dryRun: boolean;
  /** Takes a change that goes with others in one call; null where each goes by itself. */
  readonly gather: ((record: SentRecord) => void) | null;
  readonly owed: OwedMoves;
  /** Told of a record that no action brings to the state that the file gives it. */
  readonly left: (item: Item) => void;
}

export interface Settled {
  readonly outcome: Outcome;
  readonly reasons?: readonly string[];
}

interface Known {
  readonly item: Item;
  readonly stored: StoredRecord;
  /** Names of fields whose value is another. */
  readonly changed: readonly string[];
  readonly values: Values;
  /** This import made it, or one before that was broken off before the record was complete. */
  readonly isNew: boolean;
  /** An import before this one wrote it, and was broken off before it put it back into use. */
  readonly isOwed: boolean;
}

const labels = ({ portableResource }: Item, names: readonly string[], { locale }: Context) =>
  names
    .map((name) => localize(portableResource.resource.fields[name]?.label ?? { zh: name, en: name }, locale))
    .join(', ');

const recordOf = ({ portableResource, key, nth }: Item) => `${portableResource.place.name} ${key} ${nth}`;

/** What is owed to a record from before it is made until it is complete. */
export const toCreateInput = (item: Item) => `made ${recordOf(item)}`;

function moveOf({ withState }: Changing, { item, stored, changed, isNew, isOwed }: Known) {
  const isWritten = isNew || isOwed || changed.length > 0;
  return planTransition(item.portableResource.resource, {
    now: stored.state,
    wanted: item.state,
    isNew,
    isWritten,
    withState,
  });
}

async function move(changing: Changing, { item, stored }: Known, action: ReturnType<typeof moveOf>): Promise<void> {
  const { client, dryRun, left, owed, withState } = changing;
  if (action === 'left') left(item);
  if (dryRun) return;
  if (action !== null && action !== 'left') {
    const path = getResourcePath(item.portableResource.resource.name, action);
    await client.call(path, { id: stored.id }, { idempotencyKey: crypto.randomUUID() });
  } else if (!withState) return;
  owed.settle(recordOf(item));
}

/** What is written and then put into use is owed that until it is done, unless nothing of it is written. */
async function writeAndMove(changing: Changing, known: Known): Promise<void> {
  const { dryRun, owed } = changing;
  const action = moveOf(changing, known);
  const isOwedNow = action !== null && action !== 'left' && !dryRun && !known.isOwed;
  if (isOwedNow) owed.owe(recordOf(known.item));
  try {
    await write(changing, known);
  } catch (error) {
    if (isOwedNow && error instanceof ResponseError && error.code !== null) owed.settle(recordOf(known.item));
    throw error;
  }
  await move(changing, known, action);
}

async function write({ client, dryRun }: Changing, { item, stored, changed, values }: Known): Promise<void> {
  if (changed.length === 0 || dryRun) return;
  const body = Object.fromEntries(changed.map((name) => [name, values[name]]));
  const answer = await client.call(
    getResourcePath(item.portableResource.resource.name, 'update'),
    { id: stored.id, version: stored.version, ...body },
    { idempotencyKey: crypto.randomUUID() },
  );
  assertDone(answer);
}

/** Whether what is there is another than what the file brings, the state among it when states are brought along. */
function differs({ item, stored, changed, isNew, isOwed }: Known, withState: boolean): boolean {
  const options = { now: stored.state, wanted: item.state, isNew, isWritten: isOwed, withState };
  const action = planTransition(item.portableResource.resource, options);
  return changed.length > 0 || (action !== null && action !== 'left');
}

/** An import takes whole records, and moves no state. */
function goesWithOthers({ item, stored }: Known, withState: boolean): boolean {
  const { resource, fields } = item.portableResource;
  const options = { now: stored.state, wanted: item.state, isNew: false, isWritten: true, withState };
  const isComplete = Object.keys(fields).every((name) => fields[name]?.required !== true || name in item.values);
  return isComplete && planTransition(resource, options) === null;
}

function knownOf({ owed }: Changing, item: Item, stored: StoredRecord, { values, pending }: Resolved): Known {
  const changed = Object.keys(item.values).filter(
    (name) => pending.includes(name) || serializeStable(values[name]) !== serializeStable(stored.values[name]),
  );
  item.changed = changed;
  const isNew = item.outcome === 'created' || owed.has(toCreateInput(item));
  return { item, stored, changed, values, isNew, isOwed: owed.has(recordOf(item)) };
}

/** Whether only completing the record is left, which overwrites nothing that another user may have written since. */
const isToComplete = ({ item, isNew, changed }: Known) =>
  item.outcome === 'created' || (isNew && changed.every((name) => item.portableResource.late.has(name)));

/** Why a record is not changed: it is rejected, or no change is needed or wanted. Null to change it. */
function status({ context, onConflict, withState }: Changing, known: Known): Settled | null {
  const { item, stored, changed } = known;
  const { t } = context;
  if (stored.stays) return { outcome: 'rejected', reasons: [t('content.stays')] };
  const fixed = changed.filter((name) => item.portableResource.fields[name]?.write === 'create');
  if (fixed.length > 0) {
    return { outcome: 'rejected', reasons: [t('content.fixed', { fields: labels(item, fixed, context) })] };
  }
  if (item.outcome !== 'created' && !differs(known, withState)) return { outcome: 'unchanged' };
  if (isToComplete(known) || onConflict === 'update') return null;
  if (onConflict === 'skip') return { outcome: 'skipped' };
  const fields = labels(item, changed, context) || String(item.state);
  return { outcome: 'rejected', reasons: [t('content.differs', { fields })] };
}

/**
 * Brings a record that is there to what the file says of it; one that this import made, or one before it that was broken off,
 * is only completed. Null when the change was gathered.
 */
export async function updateExisting(
  changing: Changing,
  item: Item,
  stored: StoredRecord,
  resolved: Resolved,
): Promise<Settled | null> {
  const { dryRun, gather, owed, withState } = changing;
  const known = knownOf(changing, item, stored, resolved);
  const stands = status(changing, known);
  if (stands) {
    if (stands.outcome !== 'unchanged') return stands;
    await move(changing, known, moveOf(changing, known));
  } else if (!known.isNew && gather && goesWithOthers(known, withState)) {
    gather({ item, values: resolved.values });
    return null;
  } else {
    try {
      await writeAndMove(changing, known);
    } catch (error) {
      return { outcome: 'rejected', reasons: listRejectionReasons(error) };
    }
  }
  if (!dryRun) owed.settle(toCreateInput(item));
  return stands ?? { outcome: item.outcome === 'created' ? 'created' : 'updated' };
}
