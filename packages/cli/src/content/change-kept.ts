import { type Client, resourcePath, say, type Values } from '@gantry/core';
import type { Context } from '../context.ts';
import type { Item, Outcome } from './item.ts';
import type { OwedMoves } from './owed-moves.ts';
import { refusedAs } from './refused-as.ts';
import type { Resolved } from './resolve.ts';
import type { SentRecord } from './send-records.ts';
import type { Kept } from './shelf.ts';
import { stable } from './stable.ts';
import { stateMove } from './state-move.ts';

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
  readonly kept: Kept;
  /** Names of fields whose value is another. */
  readonly changed: readonly string[];
  readonly values: Values;
  /** An import before this one wrote it, and was broken off before it put it back into use. */
  readonly isOwed: boolean;
}

const labels = ({ movable }: Item, names: readonly string[], { locale }: Context) =>
  names.map((name) => say(movable.resource.fields[name]?.label ?? { zh: name, en: name }, locale)).join(', ');

const recordOf = ({ movable, key, nth }: Item) => `${movable.place.name} ${key} ${nth}`;

function moveOf({ withState }: Changing, { item, kept, changed, isOwed }: Known, isNew: boolean) {
  const isWritten = isNew || isOwed || changed.length > 0;
  return stateMove(item.movable.resource, { now: kept.state, wanted: item.state, isNew, isWritten, withState });
}

async function move(changing: Changing, known: Known, isNew: boolean): Promise<void> {
  const { client, dryRun, left, owed } = changing;
  const { item, kept } = known;
  const { resource } = item.movable;
  const action = moveOf(changing, known, isNew);
  if (action === 'left') left(item);
  if (action === null || action === 'left' || dryRun) return;
  await client.call(resourcePath(resource.name, action), { id: kept.id }, { idempotencyKey: crypto.randomUUID() });
  owed.settle(recordOf(item));
}

/** What is written and then put into use is owed that until it is done. */
async function writeAndMove(changing: Changing, known: Known, isNew: boolean): Promise<void> {
  const action = moveOf(changing, known, isNew);
  if (action !== null && action !== 'left' && !changing.dryRun) changing.owed.owe(recordOf(known.item));
  await write(changing, known);
  await move(changing, known, isNew);
}

async function write({ client, dryRun }: Changing, { item, kept, changed, values }: Known): Promise<void> {
  if (changed.length === 0 || dryRun) return;
  const body = Object.fromEntries(changed.map((name) => [name, values[name]]));
  await client.call(
    resourcePath(item.movable.resource.name, 'update'),
    { id: kept.id, version: kept.version, ...body },
    { idempotencyKey: crypto.randomUUID() },
  );
}

/** Whether what is there is another than what the file brings, the state among it when states are brought along. */
function differs({ item, kept, changed, isOwed }: Known, withState: boolean): boolean {
  const { resource } = item.movable;
  const wish = { now: kept.state, wanted: item.state, isNew: false, isWritten: isOwed, withState };
  const action = stateMove(resource, wish);
  return changed.length > 0 || (action !== null && action !== 'left');
}

/** An import takes whole records, and moves no state. */
function goesWithOthers({ item, kept }: Known, withState: boolean): boolean {
  const { resource, fields } = item.movable;
  const wish = { now: kept.state, wanted: item.state, isNew: false, isWritten: true, withState };
  const isWhole = Object.keys(fields).every((name) => fields[name]?.required !== true || name in item.values);
  return isWhole && stateMove(resource, wish) === null;
}

/**
 * Brings a record that is there to what the file says of it; one that this import made is only completed. Null when the
 * change was gathered.
 */
export async function changeKept(
  changing: Changing,
  item: Item,
  kept: Kept,
  resolved: Resolved,
  isNew: boolean,
): Promise<Settled | null> {
  const { context, onConflict, withState, gather, owed } = changing;
  const { t } = context;
  const names = Object.keys(item.values).filter(
    (name) => resolved.pending.includes(name) || stable(resolved.values[name]) !== stable(kept.values[name]),
  );
  const fixed = names.filter((name) => item.movable.fields[name]?.write === 'create');
  const known = {
    item,
    kept,
    changed: names.filter((name) => !fixed.includes(name)),
    values: resolved.values,
    isOwed: owed.has(recordOf(item)),
  };
  if (kept.stays) return { outcome: 'refused', reasons: [t('cli.contentStays')] };
  if (fixed.length > 0) {
    return { outcome: 'refused', reasons: [t('cli.contentFixed', { fields: labels(item, fixed, context) })] };
  }
  if (!isNew && !differs(known, withState)) {
    await move(changing, known, false);
    return { outcome: 'unchanged' };
  }
  if (!isNew && onConflict === 'skip') return { outcome: 'skipped' };
  if (!isNew && onConflict === 'error') {
    const fields = labels(item, known.changed, context) || String(item.state);
    return { outcome: 'refused', reasons: [t('cli.contentDiffers', { fields })] };
  }
  if (!isNew && gather && goesWithOthers(known, withState)) {
    gather({ item, values: resolved.values });
    return null;
  }
  try {
    await writeAndMove(changing, known, isNew);
    return { outcome: isNew ? 'created' : 'updated' };
  } catch (error) {
    return { outcome: 'refused', reasons: refusedAs(error) };
  }
}
