import { randomBytes } from 'node:crypto';
import {
  type AnyResource,
  ApiError,
  type Locale,
  localize,
  type TaskKind,
  toTableName,
  type Values,
} from '@gantry/core';
import { type Row, withNamedTables } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { placeHold, type QuotaCover } from '../ledger/index.ts';
import { kindsOfTasks, openStates, type TaskRow, type TaskRules } from './task-kinds.ts';
import type { ChannelRules } from './video-channels.ts';

export interface NewTask {
  readonly kind: TaskKind;
  readonly userId: number;
  readonly requestId: string;
  readonly asset: 'coin' | 'compute';
  /** Credits to hold; 0 for a task that is free. */
  readonly amount: number;
  /** Whether its prompt may not be worked on. */
  readonly isBlocked: boolean;
  /** The other fields of its record. */
  readonly values: Values;
  readonly locale: Locale;
}

const missingReference = {
  zh: '引用的模型、模板或分类不存在，请核对编号',
  en: 'The model, template, or category does not exist. Check its ID.',
} as const;

const minute = 60_000;
/** How much longer than the task its hold is valid, in ms, so that the task ends first. */
const grace = 60 * minute;

/** The task that was already created for the user's request, if any. */
export async function findTaskByRequest(
  { tx }: Pick<TxContext, 'tx'>,
  kind: TaskKind,
  userId: number,
  requestId: string,
): Promise<TaskRow | undefined> {
  const { resource } = kindsOfTasks[kind];
  const query = withNamedTables(tx).selectFrom(toTableName(resource.name)).selectAll();
  const found = await query.where('user_id', '=', userId).where('request_id', '=', requestId).executeTakeFirst();
  return found as TaskRow | undefined;
}

/** Locks the tasks of a user, so that two are never created concurrently. */
export const lockUserTasks = ({ tx, dialect }: TxContext, userId: number) => dialect.lock(tx, `tasks of ${userId}`);

/** Creates a task with its hold, at the end of the queue. A blocked task costs nothing and is only stored. */
export async function createTask(
  scope: TxContext,
  task: NewTask,
  rules: TaskRules,
  cover: QuotaCover,
): Promise<TaskRow> {
  const { kind, userId, requestId, isBlocked } = task;
  const { resource, letter } = kindsOfTasks[kind];
  await lockUserTasks(scope, userId);
  const earlier = await findTaskByRequest(scope, kind, userId, requestId);
  if (earlier) return earlier;
  if (!isBlocked) await assertCapacity(scope, task, rules);
  if (!isBlocked && task.amount === 0) await cover.admit(scope, userId, `${kind}:${requestId}`);
  const no = `${letter}${randomBytes(10).toString('hex')}`;
  const money = isBlocked ? {} : await holdFor(scope, { ...task, no, attempt: 1 }, rules, cover);
  const { asset, amount, values } = task;
  const row = createRow(
    resource,
    { ...values, no, userId, requestId, asset, amount, ...money },
    { by: null, at: scope.at },
  );
  const stored = isBlocked ? { ...row, status: 'blocked', finished_at: scope.at } : row;
  return { ...stored, id: await insertTask(scope, resource, stored, task.locale) } as Row as TaskRow;
}

/** Inserts the task; an unknown model, template or category is reported as an error of the caller. */
async function insertTask(
  { tx, dialect }: TxContext,
  resource: AnyResource,
  row: Row,
  locale: Locale,
): Promise<number> {
  try {
    const [id = 0] = await insertRecords(tx, dialect, resource, [row]);
    return id;
  } catch (error) {
    if (!dialect.foreignViolation(error)) throw error;
    throw new ApiError('invalid', { errors: { reference: [localize(missingReference, locale)] } });
  }
}

/** Rejects a disabled kind, a task above the maximum price, and more at a time than a user may have. */
async function assertCapacity(scope: TxContext, { kind, userId, amount }: NewTask, rules: TaskRules): Promise<void> {
  const { tx } = scope;
  if (!rules.enabled) throw new ApiError('stateConflict', { data: { state: 'closed', kind } });
  if (amount > rules.maxCredits)
    throw new ApiError('stateConflict', { data: { state: 'tooDear', most: rules.maxCredits } });
  const user = await tx.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst();
  if (!user) throw new ApiError('notFound', { data: { userId } });
  if (user.status !== 'active') throw new ApiError('stateConflict', { data: { state: user.status } });
  const open = await withNamedTables(tx)
    .selectFrom(toTableName(kindsOfTasks[kind].resource.name))
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('status', 'in', [...openStates])
    .executeTakeFirst();
  if (Number(open?.count ?? 0) >= rules.maxConcurrent)
    throw new ApiError('stateConflict', { data: { state: 'tooMany', most: rules.maxConcurrent } });
  if (rules.channel) await assertCapacityIn(scope, kind, rules.channel);
}

/**
 * Rejects more concurrent tasks than a channel accepts from all users together. A lock counts parallel requests one after the
 * other.
 */
async function assertCapacityIn(
  { tx, dialect }: TxContext,
  kind: TaskKind,
  { code, maxConcurrent }: ChannelRules,
): Promise<void> {
  if (maxConcurrent === 0) return;
  await dialect.lock(tx, `tasks in ${kind} ${code}`);
  const open = await withNamedTables(tx)
    .selectFrom(toTableName(kindsOfTasks[kind].resource.name))
    .select(({ fn }) => fn.countAll().as('count'))
    .where('channel', '=', code)
    .where('status', 'in', [...openStates])
    .executeTakeFirst();
  if (Number(open?.count ?? 0) >= maxConcurrent)
    throw new ApiError('stateConflict', { data: { state: 'channelBusy', channel: code, most: maxConcurrent } });
}

export interface Attempt extends Pick<NewTask, 'kind' | 'userId' | 'asset' | 'amount'> {
  readonly no: string;
  readonly attempt: number;
}

/** Holds the price of an attempt, and returns its deadline. */
export async function holdFor(
  scope: TxContext,
  { kind, userId, asset, amount, no, attempt }: Attempt,
  { timeoutMinutes }: Pick<TaskRules, 'timeoutMinutes'>,
  cover: QuotaCover,
): Promise<Values> {
  const ttlMs = timeoutMinutes * minute;
  const timeoutAt = scope.at + ttlMs;
  if (amount === 0) return { timeoutAt, holdNo: null };
  const { capability } = kindsOfTasks[kind];
  const request = {
    userId,
    requestId: `task:${no}:${attempt}`,
    capability,
    asset,
    amount,
    ttlMs: ttlMs + grace,
    cover,
  };
  const hold = await placeHold(scope, request);
  return { timeoutAt, holdNo: hold.no };
}
