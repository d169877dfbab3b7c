import {
  ApiError,
  type ApprovalKind,
  type ApprovedActionKind,
  approval,
  currencyPack,
  type Locale,
  type LocalizedText,
  localize,
  powerPack,
  signRule,
  type Values,
  vipPlan,
} from '@gantry/core';
import type { Operation, OperationCall, OperationResult } from '../../../platform/engine/operation.ts';
import { runInSavepoint } from '../../../platform/engine/run-operation.ts';
import { Accepted } from '../../../platform/http/call.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { getId, type RowOf, type Tx } from '../../../platform/store/database.ts';
import { createRow, insertRecords } from '../../../platform/store/records.ts';
import { createNumber, toOrder } from '../../orders/index.ts';
import { giftSubjects, sumCreditsBefore } from './gift-subjects.ts';
import {
  type ApprovalLimits,
  isAbove,
  none,
  offerSubjects,
  type ReadSubject,
  readLimits,
  type Subject,
  toText,
} from './offer-subjects.ts';

const adjustBalance: ReadSubject = async (call, { adjustCredits }) => {
  const { row, input } = call;
  const userId = getId(row);
  const credits = Number(input.amount);
  const asset = String(input.asset);
  const all = adjustCredits === 0 ? 0 : Math.abs(credits) + (await sumCreditsBefore(call, userId, asset));
  return { ...none, userId, asset, credits, reason: toText(input.reason), isAbove: isAbove(all, adjustCredits) };
};

const refund: ReadSubject = async ({ row, input }, { refundAmount }) => {
  const { id, userId, refunded, currency } = toOrder(row as RowOf<'orders'>);
  const amount = Number(input.amount);
  const above = isAbove(refunded + amount, refundAmount);
  return { ...none, userId, orderId: id, amount, currency, reason: toText(input.reason), isAbove: above };
};

async function getRefunded(tx: Tx, orderId: number): Promise<number> {
  const found = await tx.selectFrom('orders').select('refunded').where('id', '=', orderId).executeTakeFirstOrThrow();
  return found.refunded;
}

const refundRequest: ReadSubject = async ({ tx, row, input }, { refundAmount }) => {
  const orderId = Number(row?.order_id);
  const amount = Number(input.amount ?? row?.amount);
  const above = isAbove((await getRefunded(tx, orderId)) + amount, refundAmount);
  const money = { amount, currency: toText(row?.currency) };
  return { ...none, userId: Number(row?.user_id), orderId, ...money, reason: toText(row?.reason), isAbove: above };
};

/** How each kind of action is measured. */
const ownSubjects = { adjustBalance, refund, refundRequest, ...giftSubjects, ...offerSubjects };

/** The kinds that higher modules measure, because only they know what is granted. */
export type GivenSubjects = Readonly<Record<Exclude<ApprovedActionKind, keyof typeof ownSubjects>, ReadSubject>>;

const hourMs = 3_600_000;

const words = {
  waits: (no: string): LocalizedText => ({
    zh: `已提交审批 ${no}，等另一位管理员批准`,
    en: `Approval ${no} is waiting for another admin.`,
  }),
  already: (no: string): LocalizedText => ({
    zh: `审批 ${no} 还在等待，请先处理`,
    en: `Approval ${no} for this operation is already pending. Resolve it first.`,
  }),
  undo: {
    zh: '撤销后会超过双人审批的限额，请改用操作本身提交审批',
    en: 'Undoing this would exceed a two-person approval limit. Run the action itself to request approval.',
  },
} as const;

/** Resources whose record is approved at one version, because the record determines what is granted. */
const pinned: ReadonlySet<string> = new Set([vipPlan, currencyPack, powerPack, signRule].map(({ name }) => name));

interface Prepared {
  readonly limits: ApprovalLimits;
  readonly inner: unknown;
}

/** Thrown to roll a draft test back. */
class DraftTested extends Error {}

/** Runs the action and rolls it back, so that an impossible action is rejected immediately instead of at the approval. */
async function testDraft({ tx }: OperationCall, work: () => Promise<unknown>): Promise<void> {
  try {
    await runInSavepoint(tx, async () => {
      await work();
      throw new DraftTested();
    });
  } catch (error) {
    if (!(error instanceof DraftTested)) throw error;
  }
}

async function rejectSecondAdmin({ tx, row, caller }: OperationCall, kind: ApprovalKind): Promise<void> {
  if (kind === 'adjustBalance' || row === null) return;
  const open = await tx
    .selectFrom('approvals')
    .select('no')
    .where('status', '=', 'pending')
    .where('kind', '=', kind)
    .where('record_id', '=', getId(row))
    .executeTakeFirst();
  if (!open) return;
  const message = localize(words.already(String(open.no)), caller.locale);
  throw new ApiError('stateConflict', { message, data: { state: 'pending', approval: open.no } });
}

/** What an approval is about, stored with the pending request. */
export interface ApprovalRequest {
  readonly kind: ApprovalKind;
  readonly subject: Omit<Subject, 'isAbove' | 'draftInput' | 'shown' | 'planVersion'>;
  readonly recordId: number | null;
  readonly input: Values;
  readonly hours: number;
  /** Time zone of the site. */
  readonly timezone: string;
}

/** Stores a request that waits for another admin. */
export async function requestApproval(
  { tx, services, caller }: Pick<OperationCall, 'tx' | 'services' | 'caller'>,
  { kind, subject, recordId, input, hours, timezone }: ApprovalRequest,
): Promise<OperationResult & { readonly data: Accepted }> {
  const at = services.clock();
  const no = createNumber('A', at, timezone);
  const expiresAt = at + hours * hourMs;
  const by = caller.actor.id;
  const values = { no, kind, ...subject, recordId, input, requesterId: by, expiresAt };
  const [id = 0] = await insertRecords(tx, services.database.dialect, approval, [
    createRow(approval, values, { by, at }),
  ]);
  const waits = getWaitingWords(no, caller.locale);
  const { reason, ...what } = subject;
  return {
    data: new Accepted({ waits: true, approvalId: id, approval: no, status: 'pending', expiresAt, message: waits }),
    waits,
    audit: { resource: approval.name, resourceId: id, action: 'request', reason, after: { kind, ...what } },
  };
}

/** The stored input includes the versions at the time of the request, so that nothing else is approved instead. */
function toStoredInput({ row, input, resource }: OperationCall, { shown, planVersion }: Subject): Values {
  const isPinned = row !== null && pinned.has(resource.name);
  return {
    ...(shown ?? input),
    ...(isPinned ? { version: Number(row.version) } : {}),
    ...(planVersion === undefined ? {} : { planVersion }),
  };
}

async function requestSecondAdmin(
  call: OperationCall,
  kind: ApprovalKind,
  full: Subject,
  { hours, timezone }: ApprovalLimits,
): Promise<OperationResult> {
  const { isAbove: _above, draftInput: _draftInput, shown: _shown, planVersion: _version, ...subject } = full;
  const recordId = call.row && Number(call.row.id);
  return requestApproval(call, { kind, subject, recordId, input: toStoredInput(call, full), hours, timezone });
}

const getWaitingWords = (no: string, locale: Locale) => localize(words.waits(no), locale);

/** Wraps a write: above its limit it only creates an approval request; below the limit it runs as usual. */
export function withSecondAdmin(
  settings: SettingsReader,
  kind: ApprovedActionKind,
  operation: Operation,
  given: GivenSubjects,
): Operation {
  const subjects: Readonly<Record<ApprovedActionKind, ReadSubject>> = { ...ownSubjects, ...given };
  return {
    ...operation,
    prepare: async (call): Promise<Prepared> => ({
      limits: await readLimits(settings),
      inner: await operation.prepare?.(call),
    }),
    async run(call, prepared) {
      // The reverse of a write runs without a prepared result.
      const { limits, inner } = (prepared as Prepared | null) ?? { limits: await readLimits(settings), inner: null };
      const subject = await subjects[kind](call, limits, inner);
      if (!subject.isAbove) return operation.run(call, inner);
      await rejectSecondAdmin(call, kind);
      const draftInput = { ...call, input: subject.draftInput ?? call.input };
      await testDraft(call, () => operation.run(draftInput, inner));
      return requestSecondAdmin(call, kind, subject, limits);
    },
    async assertUndoAllowed(call) {
      await operation.assertUndoAllowed?.(call);
      const { isAbove } = await subjects[kind](call, await readLimits(settings), null);
      if (isAbove) throw new ApiError('stateConflict', { message: localize(words.undo, call.caller.locale) });
    },
    after: async (call, data) => (data instanceof Accepted || !operation.after ? data : operation.after(call, data)),
  };
}
