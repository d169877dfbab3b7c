import {
  type Actor,
  type AnyResource,
  apiKey,
  approval,
  backup,
  can,
  distributor,
  drawTask,
  file,
  helpDoc,
  inviteRecord,
  knowDoc,
  type Locale,
  localize,
  type MessagePanelAnswer,
  mindMapTask,
  musicTask,
  notice,
  order,
  refund,
  riskEvent,
  slideTask,
  snake,
  toTableName,
  videoTask,
  violationLog,
  withdrawal,
  writeTask,
} from '@gantry/core';
import { routeTo } from '../../platform/notifications/notification-types.ts';
import type { PanelTranslate, PanelWord } from '../../platform/notifications/panel-words.ts';
import { type Column, type Database, withNamedTables } from '../../platform/store/database.ts';
import { problemStates } from '../keys/index.ts';
import { countOrphans, findFirstDay, findNewestBackup } from './stock.ts';

/** Records that need work: those of a resource whose field has one of these values. */
interface PendingKind {
  readonly key: string;
  readonly resource: AnyResource;
  readonly field: string;
  readonly values: readonly string[];
  readonly word: PanelWord;
}

const creations = [drawTask, slideTask, videoTask, musicTask, writeTask, mindMapTask];

/** Payments first, then what users wait for, then the rest. */
const pendingKinds: readonly PendingKind[] = [
  { key: 'ordersUndelivered', resource: order, field: 'status', values: ['fulfilFailed'] },
  { key: 'approvalsWaiting', resource: approval, field: 'status', values: ['pending'] },
  { key: 'refundsRequested', resource: refund, field: 'status', values: ['requested'] },
  { key: 'refundsCameBack', resource: refund, field: 'status', values: ['returned'] },
  { key: 'refundsRunning', resource: refund, field: 'status', values: ['processing'] },
  { key: 'invitesToReview', resource: inviteRecord, field: 'status', values: ['review'] },
  { key: 'withdrawalsRequested', resource: withdrawal, field: 'status', values: ['requested', 'approved'] },
  { key: 'distributorsPending', resource: distributor, field: 'status', values: ['pending'] },
  { key: 'keysWithProblems', resource: apiKey, field: 'status', values: problemStates },
  { key: 'risksOpen', resource: riskEvent, field: 'status', values: ['open'] },
  { key: 'violationsOpen', resource: violationLog, field: 'handled', values: ['open'] },
  { key: 'documentsFailed', resource: knowDoc, field: 'status', values: ['failed'] },
  { key: 'noticesDraft', resource: notice, field: 'status', values: ['draft'] },
  { key: 'docsDraft', resource: helpDoc, field: 'status', values: ['draft'] },
].map((one) => ({ ...one, word: `panels.todo.${one.key}` as PanelWord }));

const reviews: readonly PendingKind[] = creations.map((resource) => ({
  key: `${resource.name}ToReview`,
  resource,
  field: 'publication',
  values: ['pending'],
  word: 'panels.todo.toReview',
}));

/** Counts the rows whose column has one of some values; the column needs an index. */
async function countPending(database: Database, { resource, field, values }: PendingKind): Promise<number> {
  const row = await withNamedTables(database.read)
    .selectFrom(toTableName(resource.name))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(snake(field), 'in', values)
    .executeTakeFirstOrThrow();
  return row.count;
}

type Todo = MessagePanelAnswer['todos'][number];

/**
 * How urgent each kind is: `now` for what users or payments wait for, `low` for what can be done at any time; the rest needs
 * review.
 */
const urgencies: Readonly<Record<string, NonNullable<Todo['urgency']>>> = {
  ordersUndelivered: 'now',
  approvalsWaiting: 'now',
  refundsRequested: 'now',
  refundsCameBack: 'now',
  keysWithProblems: 'now',
  risksOpen: 'now',
  backupOld: 'now',
  refundsRunning: 'later',
  noticesDraft: 'later',
  docsDraft: 'later',
  orphans: 'later',
};

export interface TodoSetting {
  readonly t: PanelTranslate;
  readonly locale: Locale;
  readonly actor: Actor;
  readonly now: number;
  /** Maximum age of the newest backup, in days. */
  readonly backupDays: number;
}

/** Returns pending work with links to the lists where it is handled; kinds without any are omitted. */
export async function listTodos(
  database: Database,
  { t, locale, actor, now, backupDays }: TodoSetting,
): Promise<MessagePanelAnswer['todos']> {
  const seen = [...pendingKinds, ...reviews].filter(({ resource }) => can(actor, resource, 'list'));
  const todos: Todo[] = [];
  for (const one of seen) {
    const count = await countPending(database, one);
    if (count === 0) continue;
    const label = t(one.word, { resource: localize(one.resource.label, locale) });
    todos.push({ key: one.key, label, count, route: routeTo(one.resource, { [one.field]: [...one.values] }) });
  }
  todos.push(...(await countExpiringKeys(database, { t, actor, now })));
  todos.push(...(await listStockTodos(database, { t, actor, now, backupDays })));
  return todos.map((todo) => ({ ...todo, urgency: urgencies[todo.key] ?? 'review' }));
}

/** How long before the expiry of a key it is listed, in ms. */
const keyNoticeMs = 7 * 86_400_000;

/** Counts keys that expire soon, in time to replace them; unused ones are omitted. */
async function countExpiringKeys(
  database: Database,
  { t, actor, now }: Pick<TodoSetting, 't' | 'actor' | 'now'>,
): Promise<MessagePanelAnswer['todos']> {
  if (!can(actor, apiKey, 'list')) return [];
  const states = ['active', 'cooling', 'autoDisabled', 'probing', 'exhausted'];
  const to = now + keyNoticeMs;
  const { count } = await database.read
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('expires_at', '<=', to)
    .where('status', 'in', states as Column<'api_keys', 'status'>[])
    .executeTakeFirstOrThrow();
  if (count === 0) return [];
  const route = routeTo(apiKey, { status: states, expiresAt: { to } });
  return [{ key: 'keysExpiring', label: t('panels.todo.keysExpiring'), count, route }];
}

/** Images to delete, and a due backup. */
async function listStockTodos(
  database: Database,
  { t, actor, now, backupDays }: Pick<TodoSetting, 't' | 'actor' | 'now' | 'backupDays'>,
): Promise<MessagePanelAnswer['todos']> {
  if (!can(actor, backup, 'list')) return [];
  const orphans = await countOrphans(database);
  const since = (await findNewestBackup(database)) ?? (await findFirstDay(database)) ?? now;
  const isOld = since < now - backupDays * 86_400_000;
  return [
    ...(isOld ? [{ key: 'backupOld', label: t('panels.todo.backupOld'), count: 1, route: routeTo(backup) }] : []),
    ...(orphans > 0
      ? [
          {
            key: 'orphans',
            label: t('panels.todo.orphans'),
            count: orphans,
            route: routeTo(file, { orphanedAt: { from: 0 } }),
          },
        ]
      : []),
  ];
}
