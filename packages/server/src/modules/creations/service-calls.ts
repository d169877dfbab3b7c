import {
  ApiError,
  countMindMapNodes,
  type Locale,
  type LocalizedText,
  localize,
  type ServiceTask,
  type TaskKind,
  toTableName,
  type Values,
} from '@gantry/core';
import { sql } from 'kysely';
import { claimRequest } from '../../platform/audit/idempotency.ts';
import type { ServiceContext, ServiceDeps, ServiceHandlers } from '../../platform/service-api/service-context.ts';
import { withNamedTables } from '../../platform/store/database.ts';
import { changeRecord, lockRows, toChangedCells } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { recordUse } from '../billing/index.ts';
import { createContentGuard, getContentKind, type UsedContent } from '../content/index.ts';
import { createQuotaCover, readMembershipRules } from '../memberships/index.ts';
import { checkSteps, isClean, toTextCheckAnswer, type WordCheckDeps } from '../moderation/index.ts';
import { createTask, findTaskByRequest, lockUserTasks } from './create-task.ts';
import { hasLostFiles, reportTask } from './end-task.ts';
import {
  findTaskId,
  getTaskKind,
  getTaskPrice,
  kindsOfTasks,
  readTaskRules,
  type TaskRow,
  type TaskRules,
} from './task-kinds.ts';
import { assertTaken, computeChannelPrice, isPricedInChannel } from './video-channels.ts';

type Calls = 'taskCreate' | 'taskClaim' | 'taskReport' | 'taskGet' | 'taskDownloaded' | 'taskPublish';

function toServiceTask(kind: TaskKind, row: TaskRow): ServiceTask {
  const getText = (value: unknown) => (value === null || value === undefined ? null : String(value));
  const getTime = (value: unknown) => (value === null || value === undefined ? null : Number(value));
  const parseJson = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : null);
  return {
    kind,
    no: row.no ?? '',
    attempt: row.attempt,
    userId: row.user_id,
    status: row.status,
    prompt: row.prompt ?? '',
    params: parseJson(row.params),
    modelId: row.model_id,
    channel: getText(row.channel),
    holdNo: getText(row.hold_no),
    charged: row.charged,
    results: parseJson(row.results),
    error: getText(row.error),
    stage: getText(row.stage),
    outline: getText(row.outline),
    mode: getText(row.mode),
    source: getText(row.source),
    language: getText(row.language),
    theme: getText(row.theme),
    inputs: parseJson(row.inputs),
    filesDeletedAt: getTime(row.files_deleted_at),
    publication: row.publication,
    timeoutAt: getTime(row.timeout_at),
  };
}

/** Of what was given, what records of the kind have a field for; an option that it does not have is rejected. */
function getFields(kind: TaskKind, given: Readonly<Record<string, unknown>>, locale: Locale): Values {
  const { fields } = kindsOfTasks[kind].resource;
  const own = Object.entries(given).flatMap(([name, value]) => {
    const field = fields[name];
    if (value === undefined || !field) return [];
    const cell = value === '' ? null : value;
    if (field.kind === 'choice' && cell !== null && !Object.hasOwn(field.options, String(cell)))
      throw getRejection(name, noneOf(Object.keys(field.options)), locale);
    return [[name, cell] as const];
  });
  return Object.fromEntries(own);
}

/** What the calls of tasks work with; prompts and outputs are checked for banned words. */
type TaskCallDeps = ServiceDeps & WordCheckDeps;

export function createTaskHandlers(deps: TaskCallDeps): ServiceHandlers<Calls> {
  const { database, settings, clock } = deps;
  return {
    taskCreate: (body, context) => createFor(deps, body, context),
    taskReport: (body, context) => reportFor(deps, body, context),

    async taskClaim({ kind, most }, { write }) {
      return write(async (scope) => ({
        tasks: (await claim(scope, kind, most ?? 1)).map((row) => toServiceTask(kind, row)),
      }));
    },

    async taskGet({ no }) {
      const kind = getTaskKind(no);
      const table = toTableName(kindsOfTasks[kind].resource.name);
      const named = withNamedTables(database.read).selectFrom(table).selectAll().where('no', '=', no);
      const row = (await named.executeTakeFirst()) as TaskRow | undefined;
      if (!row) throw new ApiError('notFound', { data: { no } });
      return toServiceTask(kind, row);
    },

    async taskDownloaded({ no, times = 1 }, { caller, write }) {
      const kind = getTaskKind(no);
      const { resource } = kindsOfTasks[kind];
      if (!Object.hasOwn(resource.fields, 'downloads')) throw getRejection('no', notCounted, caller.locale);
      return write(async ({ tx }) => {
        const row = await withNamedTables(tx)
          .updateTable(toTableName(resource.name))
          .set({ downloads: sql`coalesce("downloads", 0) + ${times}` })
          .where('no', '=', no)
          .returningAll()
          .executeTakeFirst();
        if (!row) throw new ApiError('notFound', { data: { no } });
        return toServiceTask(kind, row as TaskRow);
      });
    },

    async taskPublish({ no, userId, wanted }, { write }) {
      const kind = getTaskKind(no);
      const { publishReview } = await readTaskRules(settings, kind);
      return write(async (scope) => {
        const row = await getOwnTask(scope, kind, no, userId);
        const isShown = row.publication === 'public' || row.publication === 'pending';
        if (wanted && row.status !== 'succeeded') throw new ApiError('stateConflict', { data: { state: row.status } });
        if (wanted && hasLostFiles(row)) throw new ApiError('stateConflict', { data: { state: 'filesDeleted' } });
        if (wanted === isShown) return toServiceTask(kind, row);
        const publication = wanted ? (publishReview ? 'pending' : 'public') : 'private';
        const { resource } = kindsOfTasks[kind];
        const cells = toChangedCells(resource, { publication, rejectReason: null });
        const after = await changeRecord(scope.tx, scope.dialect, resource, row, cells, { by: null, at: clock() });
        return toServiceTask(kind, after as TaskRow);
      });
    },
  };
}

async function getOwnTask(scope: TxContext, kind: TaskKind, no: string, userId: number): Promise<TaskRow> {
  const { resource } = kindsOfTasks[kind];
  const id = await findTaskId(scope.tx, toTableName(resource.name), no);
  const [row] = (await lockRows(scope.tx, scope.dialect, resource, [id])) as TaskRow[];
  if (!row || row.user_id !== userId) throw new ApiError('notFound', { data: { no } });
  return row;
}

type Body<K extends Calls> = Parameters<ServiceHandlers<Calls>[K]>[0];

/**
 * Checks the prompt before anything is held, and records matches with the task. A retry returns the existing task, and nothing is
 * counted twice.
 */
async function createFor(deps: TaskCallDeps, body: Body<'taskCreate'>, context: ServiceContext) {
  const { kind, userId, requestId, asset, amount, ...given } = body;
  const { database, settings } = deps;
  const rules = await readTaskRules(settings, kind, given.channel);
  const { locale } = context.caller;
  const content = createContentGuard(deps.catalogue, getTemplate(kind, given.templateId), locale);
  const use = { modelId: given.modelId ?? null, content, locale };
  const cover = createQuotaCover(await readMembershipRules(settings), use);
  const known = await findTaskByRequest({ tx: database.read as never }, kind, userId, requestId);
  if (rules.channel && !known) assertTaken(rules.channel, given, locale);
  const own = rules.channel && !known ? computeChannelPrice(rules.channel, given, locale) : rules.price;
  const price = known
    ? { asset: asset ?? 'compute', amount: 0 }
    : getTaskPrice({ price: own }, { asset, amount }, use.locale);
  const check = rules.checkPrompt && !known ? await checkPrompt(deps, body, context) : null;
  const checked = check?.reported;
  const isBlocked = checked?.action === 'block';
  const prompt = checked?.action === 'mask' ? checked.text : given.prompt;
  const values = { ...getFields(kind, { ...given, prompt }, locale), ...readNodes(given, rules, use.locale) };
  const task = { kind, userId, requestId, ...price, isBlocked, values, locale };
  // What identifies the task: its options and its price are those of the first request.
  const subject = deps.audit.digest([given.prompt, use.modelId, given.templateId ?? null, given.inputs ?? null]);
  return context.write(async (scope) => {
    await lockUserTasks(scope, userId);
    await claimRequest(scope, { userId, requestId, path: `/task/create/${kind}`, subject });
    if (check && !(await findTaskByRequest(scope, kind, userId, requestId))) await check.record(scope);
    const row = await createTask(scope, task, rules, cover);
    return { ...toServiceTask(kind, row), rejection: row.status === 'blocked' ? (checked?.rejection ?? null) : null };
  });
}

/** The template of a task as content; nothing of a kind that has none. */
function getTemplate(kind: TaskKind, id: number | null | undefined): UsedContent[] {
  const field = kindsOfTasks[kind].resource.fields.templateId;
  const to = id && field?.kind === 'reference' ? getContentKind(field.to) : undefined;
  return id && to ? [{ kind: to, id, field: 'templateId' }] : [];
}

/** The error of a rejected value, in the caller's language. */
const getRejection = (name: string, words: LocalizedText, locale: Locale) =>
  new ApiError('invalid', { errors: { [name]: [localize(words, locale)] } });

const notCounted: LocalizedText = { zh: '该类任务不统计下载次数', en: 'downloads are not counted for this task type' };

const noneOf = (options: readonly string[]): LocalizedText => ({
  zh: `只能是 ${options.join('、')} 之一`,
  en: `must be one of ${options.join(', ')}`,
});

const formatTooManyNodes = (nodes: number, most: number): LocalizedText => ({
  zh: `有 ${nodes} 个节点，最多 ${most} 个`,
  en: `has ${nodes} nodes, but the maximum is ${most}`,
});

/** Counts the nodes of a mind map; one with too many is rejected. */
function readNodes(
  { outline }: { readonly outline?: string | null | undefined },
  { maxNodes }: TaskRules,
  locale: Locale,
): Values {
  if (maxNodes === undefined || typeof outline !== 'string') return {};
  const nodes = countMindMapNodes(outline);
  if (nodes > maxNodes) throw getRejection('outline', formatTooManyNodes(nodes, maxNodes), locale);
  return { nodes };
}

async function checkPrompt(
  deps: TaskCallDeps,
  { kind, userId, prompt }: Body<'taskCreate'>,
  { caller }: ServiceContext,
) {
  const { scope, capability } = kindsOfTasks[kind];
  const given = { text: prompt, userId, scope, source: capability };
  const { look, record } = checkSteps(deps);
  const found = await look(given, caller);
  return {
    reported: toTextCheckAnswer(found),
    /** Locks the words and the user before the task's money, in the same order as a text check does. */
    record: async (within: TxContext) => void (isClean(found) || (await record(within, given, found, caller))),
  };
}

/** The oldest that wait, each for one worker only. */
async function claim(scope: TxContext, kind: TaskKind, most: number): Promise<TaskRow[]> {
  const { resource } = kindsOfTasks[kind];
  await scope.dialect.lock(scope.tx, `claim ${resource.name}`);
  const waiting = await withNamedTables(scope.tx)
    .selectFrom(toTableName(resource.name))
    .select('id')
    .where('status', '=', 'queued')
    .where('timeout_at', '>', scope.at)
    .orderBy('id')
    .limit(most)
    .execute();
  const rows = await lockRows(
    scope.tx,
    scope.dialect,
    resource,
    waiting.map(({ id }) => Number(id)),
  );
  const claimed: TaskRow[] = [];
  for (const row of rows.filter(({ status }) => status === 'queued')) {
    const cells = toChangedCells(resource, { status: 'submitted' });
    const after = await changeRecord(scope.tx, scope.dialect, resource, row, cells, { by: null, at: scope.at });
    claimed.push(after as TaskRow);
  }
  return claimed;
}

async function reportFor(deps: TaskCallDeps, body: Body<'taskReport'>, { caller, write }: ServiceContext) {
  const { no, attempt, status, amount, upstreamCost, ...given } = body;
  const { settings, hourOf } = deps;
  const kind = getTaskKind(no);
  const { resource } = kindsOfTasks[kind];
  const table = toTableName(resource.name);
  const known = await withNamedTables(deps.database.read)
    .selectFrom(table)
    .selectAll()
    .where('no', '=', no)
    .executeTakeFirst();
  const rules = await readTaskRules(settings, kind, known?.channel);
  const values = { ...getFields(kind, given, caller.locale), ...readNodes(given, rules, caller.locale) };
  const { allowNegativeOnSettle, negativeLimit } = await settings.read('system', 'billing');
  const { timezone } = await settings.read('system', 'site');
  const cover = createQuotaCover(await readMembershipRules(settings), { isAdmitted: true });
  const operator = { kind: 'service', id: caller.id } as const;
  const debtLimit = allowNegativeOnSettle ? negativeLimit : 0;
  return write(async (scope) => {
    const id = await findTaskId(scope.tx, table, no);
    const isFixed = rules.price !== null || (known !== undefined && isPricedInChannel(rules.channel, known));
    const payment = { amount: amount ?? null, operator, debtLimit, cover, isFixed };
    const report = { id, attempt, status, payment, values, locale: caller.locale };
    const reported = await reportTask(scope, resource, report);
    if (!reported) throw new ApiError('notFound', { data: { no } });
    const { row, accepted, end } = reported;
    if (end?.captured) {
      const modelId = row.model_id === null ? {} : { modelId: row.model_id };
      const usage = {
        units: 1,
        refs: { type: 'task', id: no } as const,
        ...modelId,
        ...(upstreamCost === undefined ? {} : { upstreamCost }),
      };
      await recordUse(scope, end.captured, usage, hourOf(scope.at, timezone));
    }
    return { ...toServiceTask(kind, row), accepted };
  });
}
