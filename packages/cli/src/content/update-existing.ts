import { assertDone, type Client, getResourcePath, localize, ResponseError, type Values } from '@gantry/core';
import type { Context } from '../context/context.ts';
import type { DeferredTransitions } from './deferred-transitions.ts';
import { planTransition } from './plan-transition.ts';
import type { Item, Outcome } from './read-items.ts';
import { listRejectionReasons } from './rejection-reasons.ts';
import type { Resolved } from './resolve.ts';
import type { SentRecord } from './send-records.ts';
import { serializeStable } from './stable.ts';
import type { StoredRecord } from './target-index.ts';

export interface UpdateContext {
  readonly context: Context;
  readonly client: Client;
  readonly onConflict: 'error' | 'skip' | 'update';
  readonly withState: boolean;
  readonly dryRun: boolean;
  /** Collects a change to be sent with others in one call; null when each change is sent separately. */
  readonly addToBatch: ((record: SentRecord) => void) | null;
  readonly deferred: DeferredTransitions;
  /** Receives a record that no action can move to the state of the file. */
  readonly left: (item: Item) => void;
}

export interface UpdateResult {
  readonly outcome: Outcome;
  readonly reasons?: readonly string[];
}

interface Comparison {
  readonly item: Item;
  readonly stored: StoredRecord;
  /** The names of fields whose value differs. */
  readonly changed: readonly string[];
  readonly values: Values;
  /** Whether this import created the record, or an earlier one that was interrupted before the record was complete. */
  readonly isNew: boolean;
  /** Whether an earlier import wrote the record and was interrupted before it moved the record to its state. */
  readonly isDeferred: boolean;
}

const joinLabels = ({ portableResource }: Item, names: readonly string[], { locale }: Context) =>
  names
    .map((name) => localize(portableResource.resource.fields[name]?.label ?? { zh: name, en: name }, locale))
    .join(', ');

const getRecordKey = ({ portableResource, key, sequence }: Item) => `${portableResource.place.name} ${key} ${sequence}`;

/** The key under which a new record is deferred from before it is created until it is complete. */
export const getCreationKey = (item: Item) => `made ${getRecordKey(item)}`;

function getTransition({ withState }: UpdateContext, { item, stored, changed, isNew, isDeferred }: Comparison) {
  const isWritten = isNew || isDeferred || changed.length > 0;
  return planTransition(item.portableResource.resource, {
    now: stored.state,
    wanted: item.state,
    isNew,
    isWritten,
    withState,
  });
}

async function applyTransition(
  updateContext: UpdateContext,
  { item, stored }: Comparison,
  action: ReturnType<typeof getTransition>,
): Promise<void> {
  const { client, dryRun, left, deferred, withState } = updateContext;
  if (action === 'unreachable') left(item);
  if (dryRun) return;
  if (action !== null && action !== 'unreachable') {
    const path = getResourcePath(item.portableResource.resource.name, action);
    await client.call(path, { id: stored.id }, { idempotencyKey: crypto.randomUUID() });
  } else if (!withState) return;
  deferred.remove(getRecordKey(item));
}

/** Defers the transition of a record while it is written; drops it again when the server rejects the write. */
async function writeAndTransition(updateContext: UpdateContext, comparison: Comparison): Promise<void> {
  const { dryRun, deferred } = updateContext;
  const action = getTransition(updateContext, comparison);
  const isDeferredNow = action !== null && action !== 'unreachable' && !dryRun && !comparison.isDeferred;
  if (isDeferredNow) deferred.add(getRecordKey(comparison.item));
  try {
    await write(updateContext, comparison);
  } catch (error) {
    if (isDeferredNow && error instanceof ResponseError && error.code !== null)
      deferred.remove(getRecordKey(comparison.item));
    throw error;
  }
  await applyTransition(updateContext, comparison, action);
}

async function write({ client, dryRun }: UpdateContext, { item, stored, changed, values }: Comparison): Promise<void> {
  if (changed.length === 0 || dryRun) return;
  const body = Object.fromEntries(changed.map((name) => [name, values[name]]));
  const answer = await client.call(
    getResourcePath(item.portableResource.resource.name, 'update'),
    { id: stored.id, version: stored.version, ...body },
    { idempotencyKey: crypto.randomUUID() },
  );
  assertDone(answer);
}

/** Whether a stored record differs from the file, including its state if states are imported. */
function isDifferent({ item, stored, changed, isNew, isDeferred }: Comparison, withState: boolean): boolean {
  const options = { now: stored.state, wanted: item.state, isNew, isWritten: isDeferred, withState };
  const action = planTransition(item.portableResource.resource, options);
  return changed.length > 0 || (action !== null && action !== 'unreachable');
}

/** Whether a change can be sent with others: an import needs full records and changes no state. */
function canBatch({ item, stored }: Comparison, withState: boolean): boolean {
  const { resource, fields } = item.portableResource;
  const options = { now: stored.state, wanted: item.state, isNew: false, isWritten: true, withState };
  const isComplete = Object.keys(fields).every((name) => fields[name]?.required !== true || name in item.values);
  return isComplete && planTransition(resource, options) === null;
}

function compareItem(
  { deferred }: UpdateContext,
  item: Item,
  stored: StoredRecord,
  { values, pending }: Resolved,
): Comparison {
  const changed = Object.keys(item.values).filter(
    (name) => pending.includes(name) || serializeStable(values[name]) !== serializeStable(stored.values[name]),
  );
  item.changed = changed;
  const isNew = item.outcome === 'created' || deferred.has(getCreationKey(item));
  return { item, stored, changed, values, isNew, isDeferred: deferred.has(getRecordKey(item)) };
}

/** Whether the record only has to be completed, which cannot overwrite changes of another user. */
const isToComplete = ({ item, isNew, changed }: Comparison) =>
  item.outcome === 'created' || (isNew && changed.every((name) => item.portableResource.late.has(name)));

/** The outcome for a record that is not changed: rejected, unchanged or skipped. Null when it has to be changed. */
function getFinalOutcome(
  { context, onConflict, withState }: UpdateContext,
  comparison: Comparison,
): UpdateResult | null {
  const { item, stored, changed } = comparison;
  const { t } = context;
  if (stored.stays) return { outcome: 'rejected', reasons: [t('content.stays')] };
  const fixed = changed.filter((name) => item.portableResource.fields[name]?.write === 'create');
  if (fixed.length > 0) {
    return { outcome: 'rejected', reasons: [t('content.fixed', { fields: joinLabels(item, fixed, context) })] };
  }
  if (item.outcome !== 'created' && !isDifferent(comparison, withState)) return { outcome: 'unchanged' };
  if (isToComplete(comparison) || onConflict === 'update') return null;
  if (onConflict === 'skip') return { outcome: 'skipped' };
  const fields = joinLabels(item, changed, context) || String(item.state);
  return { outcome: 'rejected', reasons: [t('content.differs', { fields })] };
}

/**
 * Updates a stored record from the file. A record that this import created, or an earlier interrupted one, is only completed.
 * Returns null when the change was collected for a later call.
 */
export async function updateExisting(
  updateContext: UpdateContext,
  item: Item,
  stored: StoredRecord,
  resolved: Resolved,
): Promise<UpdateResult | null> {
  const { dryRun, addToBatch, deferred, withState } = updateContext;
  const comparison = compareItem(updateContext, item, stored, resolved);
  const result = getFinalOutcome(updateContext, comparison);
  if (result) {
    if (result.outcome !== 'unchanged') return result;
    await applyTransition(updateContext, comparison, getTransition(updateContext, comparison));
  } else if (!comparison.isNew && addToBatch && canBatch(comparison, withState)) {
    addToBatch({ item, values: resolved.values });
    return null;
  } else {
    try {
      await writeAndTransition(updateContext, comparison);
    } catch (error) {
      return { outcome: 'rejected', reasons: listRejectionReasons(error) };
    }
  }
  if (!dryRun) deferred.remove(getCreationKey(item));
  return result ?? { outcome: item.outcome === 'created' ? 'created' : 'updated' };
}
