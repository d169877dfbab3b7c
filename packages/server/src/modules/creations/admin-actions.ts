import {
  ApiError,
  checkInput,
  drawTask,
  fillDefaults,
  getWritableFields,
  localize,
  slideStages,
  type TaskKind,
  taskKinds,
  toTableName,
  type Values,
  writeTask,
  writeTemplate,
} from '@gantry/core';
import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import type { Operation, OperationCall, Operations } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { deleteRecord } from '../../platform/engine/record-actions/delete-record.ts';
import { createUnguardedMove, insertNew } from '../../platform/engine/record-actions/guarded-writes.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/planned-operations.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { createRecordReader } from '../../platform/store/columns.ts';
import { type Cell, getId, withNamedTables } from '../../platform/store/database.ts';
import { changeRecord, toChangedCells } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { grant } from '../ledger/index.ts';
import { createQuotaCover, readMembershipRules } from '../memberships/index.ts';
import { holdFor } from './create-task.ts';
import { deleteFiles, releaseTask } from './end-task.ts';
import { kindsOfTasks, readTaskRules, type TaskRow, type TaskRules } from './task-kinds.ts';

interface Deps {
  readonly settings: SettingsReader;
}

const getScope = ({ tx, services }: OperationCall): TxContext => ({
  tx,
  dialect: services.database.dialect,
  at: services.clock(),
});

/** Writes values into the task, with the next version and a line in the log. */
async function change(call: OperationCall, row: TaskRow, values: Values) {
  const { services, resource, tx, caller, name } = call;
  const cells = pickDiffering(row, toChangedCells(resource, values)) as Record<string, Cell>;
  const stamp = { by: caller.actor.id, at: services.clock() };
  const after = await changeRecord(tx, services.database.dialect, resource, row, cells, stamp);
  return {
    data: await presentRow(services, tx, resource, after, caller),
    audit: createChangedDraft(resource, name, row, cells),
  };
}

function getTask({ row }: OperationCall): TaskRow {
  if (row === null) throw new ApiError('notFound');
  return row as TaskRow;
}

const stageOrder: readonly string[] = Object.keys(slideStages);

/** The stage from which a task with stages continues: where it stopped, or an earlier one, whose work is repeated. */
function stageOf({ input, caller }: OperationCall, { stage = null }: TaskRow): Values {
  const { from = null } = input;
  if (from === null) return {};
  const reached = Math.max(0, stageOrder.indexOf(String(stage)));
  if (stageOrder.indexOf(String(from)) <= reached) return { stage: from };
  const words = { zh: '之前的一步还没有完成', en: 'The previous stage has not finished.' };
  throw new ApiError('invalid', { errors: { from: [localize(words, caller.locale)] } });
}

/** A new attempt with its own hold. Clears the results of the last one. */
const retry = ({ settings }: Deps, kind: TaskKind): Operation => ({
  prepare: async ({ services, id, resource }) => {
    const row = await withNamedTables(services.database.read)
      .selectFrom(toTableName(resource.name))
      .select('channel')
      .where('id', '=', id)
      .executeTakeFirst();
    return [await readTaskRules(settings, kind, row?.channel), await readMembershipRules(settings)] as const;
  },
  async run(call, prepared) {
    const [rules, membership] = prepared as readonly [TaskRules, Awaited<ReturnType<typeof readMembershipRules>>];
    const row = getTask(call);
    const begun = stageOf(call, row);
    const attempt = row.attempt + 1;
    const asset = row.asset === 'coin' ? 'coin' : 'compute';
    const again = {
      kind,
      userId: row.user_id,
      asset,
      amount: row.amount,
      no: row.no ?? '',
      attempt,
    } as const;
    const modelId = row.model_id;
    const cover = createQuotaCover(membership, { modelId, isAdmitted: true });
    const money = await holdFor(getScope(call), again, rules, cover);
    const cleared = { upstreamId: null, error: null, errorCode: null, startedAt: null, finishedAt: null, progress: 0 };
    return change(call, row, { ...money, ...cleared, ...begun, attempt, status: 'queued' });
  },
});

const cancel: Operation = {
  async run(call) {
    const row = getTask(call);
    await releaseTask(getScope(call), row);
    return change(call, row, { status: 'cancelled', finishedAt: call.services.clock() });
  },
};

/** Refunds what the user paid once, as a separate lot. */
const refund: Operation = {
  async run(call) {
    const row = getTask(call);
    const [no, amount] = [row.no ?? '', row.charged - row.refunded];
    const asset = row.asset === 'coin' ? 'coin' : 'compute';
    const lot = { source: 'refundReturn', sourceId: row.id, expiresAt: null } as const;
    const cause = {
      transactionId: `task:${no}:refund`,
      cause: 'consumeRefund',
      causeId: no,
      operator: { kind: 'admin', id: call.caller.actor.id },
      reason: String(call.input.reason),
    } as const;
    await grant(getScope(call), { userId: row.user_id, asset, amount, lot }, cause);
    return change(call, row, { refunded: row.refunded + amount });
  },
};

/** Sets who may see it. */
const createPublicationOperation = (to: string): Operation => ({
  undo: { fields: ['publication', 'rejectReason'] },
  async run(call) {
    return change(call, getTask(call), { publication: to, rejectReason: call.input.rejectReason ?? null });
  },
});

const createRecommendOperation = (recommended: boolean): Operation<'draw_tasks'> => ({
  undo: { fields: ['recommended'] },
  run: (call) => change(call, getTask(call), { recommended }),
});

/** What is done with creative tasks by hand, the same for every kind. */
export function createTaskOperations(deps: Deps): Operations {
  const createOperations = (kind: TaskKind) =>
    createOperationsFor(kindsOfTasks[kind].resource, {
      retry: retry(deps, kind),
      cancel,
      refund,
      approve: createPublicationOperation('public'),
      reject: createPublicationOperation('rejected'),
      unpublish: createPublicationOperation('private'),
      delete: deleteRecord(),
      ...('filesDeletedAt' in kindsOfTasks[kind].resource.fields ? { deleteFiles } : {}),
    });
  const ofDrawings = createOperationsFor(drawTask, {
    recommend: createRecommendOperation(true),
    unrecommend: createRecommendOperation(false),
    move: createUnguardedMove(drawTask),
  });
  return Object.assign({}, ...taskKinds.map(createOperations), ofDrawings) as Operations;
}

const written = createRecordReader(writeTask, ['prompt', 'content', 'modelId', 'templateId']);

/** The prompt and the text as a template may store them. A task accepts longer texts than a template. */
function getTexts({ caller }: OperationCall, { prompt, content }: { prompt: unknown; content: unknown }) {
  // Text in braces would become a form field, and a new template has none.
  const texts = { prompt: String(prompt).replaceAll(/\{(?=\{)/g, '{ '), sample: content };
  const { prompt: requested, sample } = writeTemplate.fields;
  const checked = checkInput({ prompt: requested, sample }, texts, caller.locale, caller.t);
  if (!checked.ok) throw new ApiError('invalid', { errors: checked.errors });
  return texts;
}

/**
 * Creates a draft template from the prompt, with the text as its sample. The type is that of the task's own template, if it has
 * one.
 */
export const saveAsTemplate: Operation = {
  async run(call) {
    const { row, input, tx } = call;
    if (row === null) throw new ApiError('notFound');
    const { prompt, content, modelId, templateId } = written(row);
    const from =
      typeof templateId === 'number'
        ? await tx
            .selectFrom('write_templates')
            .select(['category', 'output'])
            .where('id', '=', templateId)
            .executeTakeFirst()
        : undefined;
    const given = {
      name: input.name,
      key: input.key,
      ...getTexts(call, { prompt, content }),
      form: [],
      modelId,
      ...(from ? { category: from.category, output: from.output } : {}),
    };
    const values = fillDefaults(given, getWritableFields(writeTemplate, 'create'), 'create');
    const made = await insertNew({ ...call, resource: writeTemplate, id: null, name: 'create', row: null }, values);
    const { id } = made.data as { readonly id: number };
    const source = {
      resource: writeTask.name,
      resourceId: getId(row),
      action: call.name,
      after: { templateId: id },
    };
    return { data: { templateId: id, name: input.name }, audit: [source, ...[made.audit ?? []].flat()] };
  },
};
