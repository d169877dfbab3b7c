import {
  type AnyResource,
  ApiError,
  type ApprovedActionKind,
  approval,
  approvedActions,
  can,
  canRun,
  findStateField,
  localize,
  snake,
  type Values,
  type Verb,
} from '@gantry/core';
import type { AuditDraft } from '../../platform/audit/audit-trail.ts';
import type { Caller } from '../../platform/context/context.ts';
import { createChangedDraft } from '../../platform/engine/changes.ts';
import type {
  Operation,
  OperationCall,
  OperationResult,
  Operations,
  PrepareCall,
} from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { assertRecentStepUp } from '../../platform/http/caller.ts';
import { type ApprovedChange, saveApproved } from '../../platform/settings/save-group.ts';
import type { SettingsDeps } from '../../platform/settings/settings-store.ts';
import type { Reader, Row } from '../../platform/store/database.ts';
import { changeRecord, lockRows } from '../../platform/store/records.ts';
import { type GivenSubjects, withSecondAdmin } from './approvals/with-second-admin.ts';

const words = {
  gone: { zh: '申请人已不是可用的管理员', en: 'The requesting admin is no longer active.' },
  state: { zh: '对象的状态已不允许', en: 'The record is in a different state now.' },
  changed: {
    zh: '申请之后内容已被修改，请驳回后重新提交',
    en: 'The record has changed since the request. Reject it and request approval again.',
  },
} as const;

/** The action that an approval stands for, with the input of the requesting admin. */
interface ApprovalRequest {
  readonly resource: AnyResource;
  readonly name: string;
  readonly operation: Operation;
  /** Null for an action that creates its record. */
  readonly id: number | null;
  readonly input: Values;
  /** The versions of the record and of the plan at the time of the request; null when any version is accepted. */
  readonly versions: { readonly record: number | null; readonly plan: number | null };
  readonly requester: { readonly id: number; readonly name: string; readonly isActive: boolean };
}

async function readRequest(read: Reader, plain: Operations, id: number): Promise<ApprovalRequest> {
  const row = await read
    .selectFrom('approvals as a')
    .innerJoin('admins as b', 'b.id', 'a.requester_id')
    .select(['a.kind', 'a.record_id', 'a.input', 'a.requester_id', 'b.username', 'b.status', 'b.role'])
    .where('a.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new ApiError('notFound');
  const { resource, name } = approvedActions[row.kind as ApprovedActionKind];
  const operation = plain[`${resource.name}/${name}`];
  if (!operation) throw new Error(`nothing does ${resource.name}/${name}`);
  const isActive = row.status === 'active' && row.role === 'admin';
  const requester = { id: row.requester_id, name: row.username, isActive };
  const { version, planVersion, ...input } = JSON.parse(row.input ?? 'null') as Values;
  const getVersion = (value: unknown) => (typeof value === 'number' ? value : null);
  const versions = { record: getVersion(version), plan: getVersion(planVersion) };
  const about = row.record_id;
  return { resource, name, operation, id: about, input, versions, requester };
}

/** Ledger entries name the requesting admin; the audit log names both admins. */
const asRequester = (caller: Caller, { id, name }: ApprovalRequest['requester']): Caller => ({
  ...caller,
  actor: { ...caller.actor, id, name },
});

const createInnerCall = <C extends Pick<PrepareCall, 'caller'>>(
  call: C,
  { resource, name, id, input, requester }: ApprovalRequest,
) => ({
  ...call,
  resource,
  name,
  id,
  input,
  caller: asRequester(call.caller, requester),
});

function assertApprovable(
  { caller, services, row }: OperationCall<'approvals'>,
  { requester }: Pick<ApprovalRequest, 'requester'>,
): void {
  assertRecentStepUp(caller, services.clock());
  if (requester.isActive) return;
  const message = localize(words.gone, caller.locale);
  throw new ApiError('stateConflict', { message, data: { state: row.status } });
}

/** Returns the locked record if its state still allows the action; null for an action that creates a record. */
async function lockRecord(call: OperationCall<'approvals'>, requested: ApprovalRequest): Promise<Row | null> {
  const { tx, services, caller } = call;
  const { resource, name, id, versions } = requested;
  const action = resource.actions?.[name];
  if (action ? !canRun(caller.actor, resource, action).ok : !can(caller.actor, resource, name as Verb))
    throw new ApiError('denied');
  await assertSamePlan(call, requested);
  if (id === null) return null;
  const [record] = await lockRows(tx, services.database.dialect, resource, [id]);
  if (!record) throw new ApiError('notFound');
  if (versions.record !== null && Number(record.version) !== versions.record) throw createChangedError(call);
  if (!action) return record;
  const state = findStateField(resource);
  const known = state ? { [state.name]: record[snake(state.name)] } : {};
  if (canRun(caller.actor, resource, action, known).ok) return record;
  const message = localize(words.state, caller.locale);
  throw new ApiError('stateConflict', { message, data: { state: String(Object.values(known)[0] ?? '') } });
}

const createChangedError = ({ caller, row }: OperationCall<'approvals'>) =>
  new ApiError('stateConflict', {
    message: localize(words.changed, caller.locale),
    data: { state: row.status },
  });

/** Rejects the approval when the plan has changed since the request. */
async function assertSamePlan(call: OperationCall<'approvals'>, { versions, input }: ApprovalRequest): Promise<void> {
  if (versions.plan === null) return;
  const id = Number(input.planId ?? input.vipPlanId);
  const plan = await call.tx.selectFrom('vip_plans').select('version').where('id', '=', id).executeTakeFirst();
  if (!plan || plan.version !== versions.plan) throw createChangedError(call);
}

/** Closes a locked approval. */
async function decide(call: OperationCall<'approvals'>, status: string, note: unknown) {
  const { tx, services, caller, row, name } = call;
  const by = caller.actor.id;
  const at = services.clock();
  const cells = { status, approver_id: by, decided_at: at, note: typeof note === 'string' ? note : null };
  const after = await changeRecord(tx, services.database.dialect, approval, row, cells, { by, at });
  const data = await presentRow(services, tx, approval, after, caller);
  return { data, audit: createChangedDraft(approval, name, row, cells) };
}

/** Adds the names of both admins and the approval number to the audit entries of the action. */
function addBothAdmins(
  drafts: readonly AuditDraft[],
  { row, caller }: OperationCall<'approvals'>,
  { requester }: Pick<ApprovalRequest, 'requester'>,
): AuditDraft[] {
  const both = { approval: row.no, requestedBy: requester.name, approvedBy: caller.actor.name };
  return drafts.map((draft) => ({ ...draft, after: { ...draft.after, ...both } as Row }));
}

interface Prepared {
  readonly requested: ApprovalRequest;
  readonly inner: unknown;
}

interface AskedChange extends ApprovedChange {
  readonly requester: ApprovalRequest['requester'];
}

/** Returns the settings change that an approval stands for; null when it stands for an action. */
async function readChange(read: Reader, id: number): Promise<AskedChange | null> {
  const row = await read
    .selectFrom('approvals as a')
    .innerJoin('admins as b', 'b.id', 'a.requester_id')
    .select(['a.input', 'a.requester_id', 'b.username', 'b.status', 'b.role'])
    .where('a.id', '=', id)
    .where('a.kind', '=', 'saveSettings')
    .executeTakeFirst();
  if (!row) return null;
  const isActive = row.status === 'active' && row.role === 'admin';
  const requester = { id: row.requester_id, name: row.username, isActive };
  return { ...(JSON.parse(row.input ?? 'null') as ApprovedChange), requester };
}

/** Saves the requested settings in the transaction that closes the approval. */
async function approveChange(
  call: OperationCall<'approvals'>,
  deps: SettingsDeps,
  change: AskedChange,
): Promise<OperationResult> {
  assertApprovable(call, change);
  const { audit: saved } = await saveApproved(call.tx, deps, asRequester(call.caller, change.requester), change);
  const { data, audit } = await decide(call, 'approved', call.input.note);
  return { data, audit: [...addBothAdmins([saved ?? []].flat(), call, change), audit] };
}

/** Runs the requested action in the transaction that closes the approval, so that it runs at most once. */
function approve(plain: Operations, deps: SettingsDeps): Operation<'approvals'> {
  return {
    maxPerCall: 20,
    async prepare(call): Promise<Prepared | AskedChange> {
      const { read } = call.services.database;
      const change = await readChange(read, Number(call.id));
      if (change) return change;
      const requested = await readRequest(read, plain, Number(call.id));
      return { requested, inner: await requested.operation.prepare?.(createInnerCall(call, requested)) };
    },
    async run(call, prepared) {
      if ('values' in (prepared as object)) return approveChange(call, deps, prepared as AskedChange);
      const { requested, inner } = prepared as Prepared;
      assertApprovable(call, requested);
      await requested.operation.lock?.(createInnerCall(call, requested));
      const record = await lockRecord(call, requested);
      const done = await requested.operation.run({ ...createInnerCall(call, requested), row: record }, inner);
      const { data, audit } = await decide(call, 'approved', call.input.note);
      return { data, audit: [...addBothAdmins([done.audit ?? []].flat(), call, requested), audit] };
    },
    async after(call, data) {
      const { read } = call.services.database;
      if (await readChange(read, Number(call.id))) deps.settings.purge();
      else {
        const requested = await readRequest(read, plain, Number(call.id));
        await requested.operation.after?.(createInnerCall(call, requested), null);
      }
      return data;
    },
  };
}

const reject: Operation<'approvals'> = {
  run: (call) => decide(call, 'rejected', call.input.note),
};

const withdraw: Operation<'approvals'> = {
  run: (call) => decide(call, 'withdrawn', null),
};

function createApprovalActions(plain: Operations, deps: SettingsDeps): Operations {
  return {
    [`${approval.name}/approve`]: approve(plain, deps),
    [`${approval.name}/reject`]: reject,
    [`${approval.name}/withdraw`]: withdraw,
  };
}

/** Wraps the money actions of higher modules with their approval limits, and adds the actions on pending approvals. */
export function createApprovalOperations(deps: SettingsDeps, plain: Operations, given: GivenSubjects): Operations {
  const { settings } = deps;
  const guarded = Object.entries(approvedActions).map(([kind, { resource, name }]) => {
    const key = `${resource.name}/${name}`;
    const operation = plain[key];
    if (!operation) throw new Error(`nothing does ${key}`);
    return [key, withSecondAdmin(settings, kind as ApprovedActionKind, operation, given)] as const;
  });
  return { ...Object.fromEntries(guarded), ...createApprovalActions(plain, deps) };
}
